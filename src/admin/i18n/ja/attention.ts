import type { attention as english } from "../en/attention"
import type { InOneForm } from "../translation"

export const attention = {
  title: "未対応の項目",
  unnamed: "要対応",
  detail: "理由:",
  noOrder: "注文なし",
  failure: "未対応の項目を読み込めませんでした",
  empty: {
    title: "問題ありません",
    description: "対応が必要な支払いはありません。自動で充当できないものは、可能な対応とともにここに表示されます。",
  },
  event: {
    kind: "イベント",
    id: "イベントID",
    unnamed: "名前のないイベント",
    received: "受信済み",
    attempts: "試行回数",
    nextAttempt: "次の試行",
    body: "サービスが送信した内容",
  },
  reasons: {
    session_gone: {
      title: "支払い済みですが、このお金を待つ注文がありません",
      message:
        "アドレスの表示後にカートが変更または放棄されました。同じ合計金額でチェックアウトを完了するよう購入者に依頼するか、返金して送金を記録してください。",
    },
    amount_differs: {
      title: "支払い済みですが、現在は別の金額が請求されています",
      message:
        "支払いセッションの金額または通貨が見積もりと異なります。両者を比較してから充当するか、返金して送金を記録してください。",
    },
    cart_total_differs: {
      title: "支払い済みですが、カートの合計が変わりました",
      message:
        "カートの金額が支払われた額と異なります。両者を比較してから再試行するか、返金して送金を記録してください。",
    },
    another_session_open: {
      title: "支払い済みですが、同じカートで別の支払いが開いています",
      message: "カートには別の支払いセッションも開いています。そちらを削除してから再試行してください。",
    },
    cart_will_not_complete: {
      title: "支払い済みですが、カートを注文にできません",
      message: "下の理由に示された問題を解決してから再試行してください。自動でも再試行されます。",
    },
    order_canceled: {
      title: "注文のキャンセル後に支払われました",
      message: "返金して送金を記録してください。",
    },
    order_paid_otherwise: {
      title: "二重に支払われました",
      message: "注文はすでに別の方法で支払われていました。このお金を返金し、送金を記録してください。",
    },
    payout_due: {
      title: "注文がキャンセルされ、返金が必要です",
      message:
        "支払い後に注文がキャンセルされ、お金はまだあなたのウォレットにあります。返金し、送金を記録してください。",
    },
    partly_sent_back: {
      title: "一部返金済み",
      message:
        "このお金の一部が返金されたため、残りを受け取れる注文はありません。残りを返金して送金を記録するか、メモを付けてクローズしてください。",
    },
    settling_failed: {
      title: "支払い済みですが、まだ注文に反映されていません",
      message: "ストアの障害により、支払いが注文に反映されませんでした。自動で再試行されます。",
    },
    event_failed: {
      title: "イベントを処理できませんでした",
      message:
        "サービスが支払いを通知しましたが、ストアの障害によりイベントを処理できませんでした。自動で再試行されます。",
    },
    unknown_payment: {
      title: "このストアが請求していない支払いをサービスが通知しました",
      message:
        "送信された内容をサービスの加盟店ダッシュボードと照合してください。自分のものでなければ、メモを付けてクローズしてください。",
    },
  },
} satisfies InOneForm<typeof english>
