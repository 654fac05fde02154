import type { payments as english } from "../en/payments"
import type { InOneForm } from "../translation"

export const payments = {
  title: "暗号資産決済",
  attentionTitle: "暗号資産決済:要対応",
  tabs: {
    payments: "支払い",
    attention: "要対応",
    open_other: "未対応{{count}}件",
  },
  fields: {
    payment: "支払い",
    status: "ステータス",
    order: "注文",
    email: "Eメール",
    amount: "金額",
    asset: "暗号資産",
    paidIn: "暗号資産での額",
    connection: "接続",
    mode: "モード",
    created: "作成日時",
  },
  search: "支払いID、アドレス、注文、またはEメール",
  modes: {
    live: "本番",
    test: "テスト",
  },
  test: "テスト",
  superseded: "置き換え済み",
  supersededHint: "新しい見積もりに置き換わりました。引き続き監視されています。",
  confirmations_other: "承認{{count}}回",
  openPayment: "支払い{{id}}を開く",
  openOrder: "注文{{order}}を開く",
  removeFilter: "フィルターを削除:{{filter}}",
  networks: {
    bitcoin: "Bitcoin",
    litecoin: "Litecoin",
    dogecoin: "Dogecoin",
    dash: "Dash",
    base: "Base",
    polygon: "Polygon",
  },
  order: {
    label: "並び替え",
    newestFirst: "新しい順",
    oldestFirst: "古い順",
  },
  empty: {
    title: "支払いはまだありません",
    description: "購入者が暗号資産での支払いを選ぶと、ここに表示されます。",
  },
  noResults: {
    title: "結果なし",
    description:
      "検索条件またはフィルターを変更してください。支払いIDとアドレスは末尾が欠けていてもかまいませんが、Eメールアドレスは完全である必要があります。",
  },
  failure: {
    payments: "支払いを読み込めませんでした",
    unreachable: "サーバーに接続できませんでした。しばらくしてからもう一度お試しください。",
    retry: "再試行",
  },
  export: {
    action: "エクスポート",
    running: "CSVファイルを準備中…",
    done: "CSVファイルの準備ができました",
    failed: "CSVファイルを作成できませんでした",
    rows_other: "支払い{{count}}件",
  },
} satisfies InOneForm<typeof english>
