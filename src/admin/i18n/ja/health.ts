import type { health as english } from "../en/health"
import type { InOneForm } from "../translation"

export const health = {
  title: "決済の状態",
  state: {
    ok: "決済は正常に動いています",
    degraded: "決済は動いていますが、問題があります",
    failing: "決済に障害が起きています",
  },
  level: { degraded: "低下", failing: "障害" },
  unknown: "決済の状態を読み込めませんでした。",
  unnamed: "問題が起きています",
  lastEvent: "最後のイベント:<when />",
  noEvent: "イベントはまだ届いていません",
  since: "開始:<when />",
  until: "<when />まで",
  payments_other: "支払い{{count}}件",
  events_other: "イベント{{count}}件",
  waiting_other: "支払い待ちの注文{{count}}件",
  oldestWaiting: "最も古い注文:<when />",
  links: { connection: "接続を開く", payments: "支払いを表示", attention: "未対応の項目を表示" },
  reasons: {
    no_connection: {
      title: "プロバイダーが登録されていません",
      message:
        "このプラグインの決済プロバイダーが登録されていないため、誰も暗号資産で支払えません。READMEのとおりにmedusa-configに登録し、Medusaを再起動してください。",
    },
    connection_missing: {
      title: "登録されていない接続を待つ支払いがあります",
      message:
        "削除または名前の変更により、medusa-configに登録されていない接続を待つ支払いがあります。購入者は支払えず、入金も見つけられません。同じIDで登録し直してMedusaを再起動すると、待機中のものはすべて2分以内に再開されます。",
    },
    setup_incomplete: {
      title: "まだ設定されていません",
      message:
        "この接続はまだ支払いを受け付けていません。設定が足りないか、互いに合っていません。接続のページに示されているものを入力してください。",
    },
    secrets_unreadable: {
      title: "保存されたシークレットを開けません",
      message:
        "管理画面で入力されたシークレットを、サーバーのどの暗号化キーでも開けません。以前のキーを元に戻すか、シークレットを再入力してください。",
    },
    keys_refused: {
      title: "サービスがキーを拒否しています",
      message:
        "サービスがこの接続のキーを拒否しているため、購入者は支払えません。加盟店ダッシュボードからキーをもう一度コピーし、接続をテストしてください。",
    },
    store_disabled: {
      title: "サービス側でストアが無効になっています",
      message:
        "サービス側でストアが無効になっているため、購入者は支払えません。加盟店ダッシュボードで有効にし、接続をテストしてください。",
    },
    throttled: {
      title: "サービスが待機を求めています",
      message:
        "サービスがしばらく待つよう求めたため、それまでは何も送信しません。自動で再開します。頻繁に起きる場合は、lookupsPerMinuteを下げてください。",
    },
    service_failing: {
      title: "サービスが正しく応答していません",
      message:
        "サービスへの呼び出しが失敗しているため、購入者が支払えない可能性があります。自動で再試行されます。続く場合は接続をテストし、サービスに問い合わせてください。",
    },
    webhooks_lost: {
      title: "イベントが届いていません",
      message:
        "サービスへの照会で支払いが見つかりましたが、そのイベントは届きませんでした。購入者は必要以上に待っています。接続のページのwebhook URLを加盟店ダッシュボードと照合し、外部から到達できることを確認してください。",
    },
    webhooks_refused: {
      title: "イベントが拒否されています",
      message:
        "サービスへの照会で支払いが見つかり、最後の配信は拒否されました。購入者は必要以上に待っています。endpoint secretを加盟店ダッシュボードと照合してください。署名が古い場合は、サーバーの時計を合わせてください。",
    },
    sweep_stands_still: {
      title: "バックグラウンド処理が止まっています",
      message:
        "期限が来た作業が行われていません。失われたイベント、再試行、遅れた支払いが待っています。sharedまたはworkerモードのMedusaが動いていて、ログにエラーがないことを確認してください。動いている場合は再起動してください。Redisが失ったスケジュールも元に戻ります。非常に多くの支払いが一度に届いた後は自然に追いつき、workerを増やすと早くなります。",
    },
    paid_not_settled: {
      title: "支払い済みですが、まだ注文に反映されていません",
      message:
        "着金しましたが、まだどの注文にも反映されていません。通常は数秒で終わります。自動で再試行されます。原因はサーバーのログに出ています。非常に多くの支払いが一度に届いた後は順番に反映され、workerを増やすと早くなります。",
    },
    settling_fails: {
      title: "決済の反映に失敗しています",
      message:
        "ストアの障害により、着金した支払いが注文に反映されていません。要対応の項目を開き、示された問題を直してから再試行してください。",
    },
    events_failing: {
      title: "イベントを処理できません",
      message:
        "ストアの障害により、サービスのイベントを処理できません。要対応の項目を開き、示された問題を直してから再試行してください。",
    },
    clock_off: {
      title: "時計がずれています",
      message:
        "このサーバーとデータベースの時計がずれています。署名付きイベントが拒否されたり、作業が遅れたりすることがあります。両方をNTPで合わせてください。",
    },
  },
} satisfies InOneForm<typeof english>
