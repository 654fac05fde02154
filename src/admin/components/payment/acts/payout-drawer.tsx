import { Drawer, Skeleton } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { usePayment } from "../../../hooks/payments"
import { DrawerHeader } from "../../common/drawer-header"
import { Failure } from "../../common/failure"
import { PayoutForm } from "./payout-form"
import type { DialogProps } from "./use-dialogs"

type Props = DialogProps & { paymentId: string }

/** Records what a person sent back by hand. What may still be recorded is asked for when it opens. */
export function PayoutDrawer({ paymentId, open, onOpenChange, onCloseAutoFocus }: Props) {
  const { t } = useTranslation("cryptoPayments")
  return (
    <Drawer open={open} onOpenChange={onOpenChange}>
      <Drawer.Content onCloseAutoFocus={onCloseAutoFocus}>
        <DrawerHeader
          title={t("payment.payout.title")}
          description={t("payment.payout.description")}
          closeLabel={t("payment.closeDialog")}
        />
        <Content paymentId={paymentId} onRecorded={() => onOpenChange(false)} />
      </Drawer.Content>
    </Drawer>
  )
}

function Content({ paymentId, onRecorded }: { paymentId: string; onRecorded: () => void }) {
  const { t } = useTranslation("cryptoPayments")
  const { data, error, refetch, isFetching } = usePayment(paymentId)
  if (data) return <PayoutForm payment={data.payment} onRecorded={onRecorded} />
  return (
    <Drawer.Body aria-busy={!error}>
      {error ? (
        <Failure title={t("payment.failed")} error={error} onRetry={() => refetch()} isRetrying={isFetching} />
      ) : (
        <div className="flex flex-col gap-y-4">
          <Skeleton className="h-24 w-full rounded-lg" />
          <Skeleton className="h-14 w-full rounded-lg" />
          <Skeleton className="h-14 w-full rounded-lg" />
        </div>
      )}
    </Drawer.Body>
  )
}
