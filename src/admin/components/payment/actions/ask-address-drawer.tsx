import { Button, Drawer, toast } from "@medusajs/ui"
import { useState } from "react"
import type { PaymentDetail } from "../../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../../core/assets/registry"
import { useTexts } from "../../../lib/format"
import { useOneAtATime } from "../../../lib/hooks"
import { useAskAddress, usePayment } from "../../../lib/queries"
import { onServer } from "../../common/links-and-menus"
import { Failure, LoadingLines } from "../../common/section"
import { Copyable } from "../../common/values"
import { ActionDrawer, type DialogProps } from "./dialogs"

/** Makes the link on which the shopper enters an address. The server stores only its hash, so it is shown once. */
export function AskAddressDrawer({ paymentId, dialog }: { paymentId: string; dialog: DialogProps }) {
  const { t } = useTexts()
  return (
    <ActionDrawer
      dialog={dialog}
      title={t("payment.actions.ask_address")}
      description={t("payment.askAddress.description")}
    >
      <Drawer.Body className="flex flex-col items-start gap-y-4 px-6 py-4">
        <Content paymentId={paymentId} />
      </Drawer.Body>
    </ActionDrawer>
  )
}

function Content({ paymentId }: { paymentId: string }) {
  const { t, messageOf } = useTexts()
  const oneAtATime = useOneAtATime()
  const query = usePayment(paymentId)
  const ask = useAskAddress(paymentId)
  const [url, setUrl] = useState<string | null>(null)
  if (url !== null) {
    return (
      <>
        <p className="txt-small text-ui-fg-subtle">{t("payment.askAddress.made")}</p>
        <Copyable content={onServer(url)} label={t("payment.askAddress.copy")} />
      </>
    )
  }
  if (!query.data) {
    return query.error ? <Failure title={t("payment.failed")} query={query} /> : <LoadingLines count={2} />
  }
  const request = query.data.payment.payout_request
  const reopen = request?.address != null
  const run = () =>
    oneAtATime(async () => {
      await ask.mutateAsync({ reopen }).then(
        ({ link }) => setUrl(link.url),
        (error) => toast.error(messageOf(error)),
      )
    })
  return (
    <>
      <AskedAddress request={request} />
      <Button size="small" variant="secondary" isLoading={ask.isPending} onClick={run}>
        {t(reopen ? "payment.askAddress.reopen" : "payment.askAddress.make")}
      </Button>
    </>
  )
}

/** The address that the shopper entered, or that one is awaited. */
export function AskedAddress({ request }: { request: PaymentDetail["payout_request"] }) {
  const { t } = useTexts()
  if (!request) return null
  if (request.address === null) {
    return <p className="txt-small text-ui-fg-subtle text-pretty">{t("payment.askAddress.asked")}</p>
  }
  return (
    <div className="flex min-w-0 flex-col gap-y-1">
      <p className="txt-small text-ui-fg-subtle">
        {t("payment.askAddress.entered", { network: networkName(request.chain ?? "") })}
      </p>
      <Copyable content={request.address} label={t("payment.facts.copy.address")} />
    </div>
  )
}
