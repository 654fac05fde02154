import { Alert, Button, Drawer, Select, toast, usePrompt } from "@medusajs/ui"
import { useEffect, useRef, useState } from "react"
import type { UseFormReturn } from "react-hook-form"
import type { PaymentDetail } from "../../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../../core/assets/registry"
import { cryptoText, reasonTitle, useTexts } from "../../../lib/format"
import { useAskAddress, useOneAtATime, usePayment, useRecordPayout } from "../../../lib/queries"
import { failureOf, refusalText } from "../../../lib/server"
import { DrawerForm, Field, TextField, useDrawerForm } from "../../common/drawer-form"
import { Failure, LoadingLines } from "../../common/section"
import { CopyAmount, Copyable, DatedText, onServer, QrCode, SendBack } from "../../common/values"
import { ActionDrawer, type DialogProps } from "./dialogs"
import {
  coinsFor,
  type Doubt,
  doubtsAbout,
  expectedOf,
  initialPayout,
  type PayoutValues,
  payoutFormSchema,
  sendingOf,
  sentFor,
  toPayoutBody,
} from "./payout-values"

/** Records a payout. Limit, network and address are read from the server when the drawer opens. */
export function PayoutDrawer({ paymentId, dialog }: { paymentId: string; dialog: DialogProps }) {
  const { t } = useTexts()
  return (
    <ActionDrawer
      dialog={dialog}
      title={t("payment.actions.record_payout")}
      description={t("payment.payout.description")}
    >
      <PayoutContent paymentId={paymentId} />
    </ActionDrawer>
  )
}

function PayoutContent({ paymentId }: { paymentId: string }) {
  const { t } = useTexts()
  const query = usePayment(paymentId)
  const [openedAt] = useState(() => Date.now())
  // The form keeps its first values, and the shopper may have entered an address since the last answer.
  if (query.data && query.dataUpdatedAt >= openedAt) return <PayoutForm payment={query.data.payment} />
  return query.error ? <Failure title={t("payment.failed")} query={query} /> : <LoadingLines count={3} />
}

function PayoutForm({ payment }: { payment: PaymentDetail }) {
  const { t, fiat } = useTexts()
  const record = useRecordPayout(payment.id)
  const confirm = useConfirmAmounts(payment)
  const prompt = usePrompt()
  const [expected] = useState(() => expectedOf(payment))
  const { form, onSubmit } = useDrawerForm<PayoutValues>({
    values: initialPayout(payment),
    schema: payoutFormSchema(t, payment),
    send: async (values) => {
      const doubts = doubtsAbout(payment, values)
      const confirm_amount = doubts.length > 0
      if (confirm_amount && !(await confirm(values, doubts))) return undefined
      const body = { ...toPayoutBody(values), ...expected, confirm_amount }
      const recorded = await record.mutateAsync(body).catch(async (error) => {
        if (failureOf(error).code !== "nothing_overpaid") throw error
        const isConfirmed = await prompt({
          title: t("payment.payout.confirm.notOverpaid"),
          description: refusalText(t, "nothing_overpaid"),
          confirmText: t("payment.actions.record_payout"),
          cancelText: t("form.cancel"),
        })
        return isConfirmed && record.mutateAsync({ ...body, confirm_not_overpaid: true })
      })
      if (!recorded) return undefined
      const { payout } = recorded
      const done = payout.medusa_refund_id ? "payment.payout.doneWithRefund" : "payment.payout.done"
      return t(done, { amount: fiat(payout.amount) })
    },
  })
  useSuggestedAmount(form, payment)

  return (
    <DrawerForm form={form} onSubmit={onSubmit} submitLabel={t("payment.actions.record_payout")} firstField="amount">
      <WhySendBack payment={payment} />
      <Alert variant="warning">
        <strong className="txt-compact-small-plus text-ui-fg-base">{t("payment.payout.warningTitle")}</strong>
        <p className="text-ui-fg-subtle mt-1 text-pretty">{t("payment.payout.warning")}</p>
        <p className="text-ui-fg-subtle mt-1 text-pretty">
          {t(payment.refund_reaches_medusa ? "payment.payout.reachesMedusa" : "payment.payout.onlyHere")}
        </p>
      </Alert>
      <Sending payment={payment} form={form} />
      <PayoutFields payment={payment} />
    </DrawerForm>
  )
}

/** The amount and the address to copy into the store's own wallet, and a QR code that fills in both. */
function Sending({ payment, form }: { payment: PaymentDetail; form: UseFormReturn<PayoutValues> }) {
  const { t } = useTexts()
  const nameOfCoin = useNameOfCoin()
  const [coin, sent, address] = form.watch(["coin", "sent", "address"])
  const sending = sendingOf(payment, { coin, sent, address })
  if (!sending) return null
  return (
    <section className="bg-ui-bg-subtle shadow-borders-base flex flex-wrap items-center gap-4 rounded-md p-4">
      {sending.uri && <QrCode text={sending.uri} label={t("payment.payout.code")} />}
      <div className="flex min-w-0 flex-1 basis-48 flex-col gap-y-2">
        <p className="txt-compact-small-plus text-ui-fg-base flex flex-wrap items-center gap-x-2">
          {t("payment.payout.send", { amount: `${sending.sent} ${nameOfCoin(coin)}` })}
          <CopyAmount amount={sending.sent} />
        </p>
        <Copyable content={sending.address} label={t("payment.facts.copy.address")} />
      </div>
    </section>
  )
}

/** Why the money goes back, and how much of it. */
function WhySendBack({ payment: { attention, send_back } }: { payment: PaymentDetail }) {
  const { t } = useTexts()
  if (!attention || !send_back) return null
  return (
    <div className="flex flex-col gap-y-1">
      <p className="txt-small text-ui-fg-subtle">{reasonTitle(t, attention.reason, t("payment.status.attention"))}</p>
      <SendBack sendBack={send_back} />
    </div>
  )
}

/** Fills in the amount to send at the payment's rate, until the person enters another one. */
function useSuggestedAmount({ watch, getValues, setValue }: UseFormReturn<PayoutValues>, payment: PaymentDetail) {
  const [amount, coin] = watch(["amount", "coin"])
  const suggested = sentFor(payment, { amount, coin })
  const filledIn = useRef(suggested)
  useEffect(() => {
    // Not the form's dirty fields: a submit that is called off counts what was filled in as entered.
    if (getValues("sent") === filledIn.current) setValue("sent", suggested)
    filledIn.current = suggested
  }, [getValues, setValue, suggested])
}

function useConfirmAmounts(payment: PaymentDetail) {
  const { t, fiat } = useTexts()
  const prompt = usePrompt()
  return (values: PayoutValues, doubts: Doubt[]): Promise<boolean> => {
    const [asset] = values.coin.split(" ")
    const facts = {
      sent: `${values.sent} ${asset}`,
      amount: fiat({ ...payment.amount, display: values.amount }),
      expected: `${sentFor(payment, values)} ${asset}`,
      overpaid: payment.overpaid && fiat(payment.overpaid),
    }
    return prompt({
      title: t("payment.payout.confirm.title"),
      description: doubts.map((doubt) => t(`payment.payout.confirm.${doubt}`, facts)).join(" "),
      confirmText: t("payment.payout.confirm.yes"),
      cancelText: t("payment.payout.confirm.no"),
    })
  }
}

function PayoutFields({ payment }: { payment: PaymentDetail }) {
  const { t, fiat } = useTexts()
  const { amount, refundable } = payment
  return (
    <>
      <TextField<PayoutValues>
        name="amount"
        label={t("payment.payout.amount", { currency: amount.currency.toUpperCase() })}
        hint={t("payment.payout.amountHint", {
          rest: fiat(refundable ?? { ...amount, minor: "0", display: "0" }),
          total: fiat(amount),
        })}
        inputMode="decimal"
      />
      <CoinField payment={payment} />
      <TextField<PayoutValues>
        name="sent"
        label={t("payment.payout.sent")}
        hint={t(`payment.payout.${payment.completed_at === null ? "askedHint" : "sentHint"}`, {
          paid: cryptoText(payment.pay_amount),
          fiat: fiat(amount),
        })}
        inputMode="decimal"
      />
      <TransferFields />
    </>
  )
}

export function TransferFields() {
  const { t } = useTexts()
  return (
    <>
      <TextField<PayoutValues>
        name="address"
        label={t("payment.payout.address")}
        hint={t("payment.payout.addressHint")}
        className="font-mono"
      />
      <TextField<PayoutValues> name="transaction_id" label={t("payment.payout.transactionId")} className="font-mono" />
      {/* In the dark theme the contrast of Medusa's optional mark is 3.3:1; WCAG 1.4.3 requires 4.5:1. */}
      <TextField<PayoutValues> name="note" label={t("payment.payout.note")} multiline />
    </>
  )
}

/** A choice of `coinsFor` in words: the same address exists on several networks. */
function useNameOfCoin(): (coin: string) => string {
  const { t } = useTexts()
  return (coin) => {
    const [asset = "", chain = ""] = coin.split(" ")
    return t("payment.onNetwork", { asset, network: networkName(chain) })
  }
}

function CoinField({ payment }: { payment: PaymentDetail }) {
  const { t, dir } = useTexts()
  const nameOf = useNameOfCoin()
  return (
    <Field<PayoutValues> name="coin" label={t("payment.payout.coin")}>
      {({ ref, onChange, ...field }, control) => (
        <Select {...field} dir={dir} onValueChange={onChange}>
          <Select.Trigger ref={ref} {...control}>
            <Select.Value />
          </Select.Trigger>
          <Select.Content>
            {coinsFor(payment).map((coin) => (
              <Select.Item key={coin} value={coin}>
                {nameOf(coin)}
              </Select.Item>
            ))}
          </Select.Content>
        </Select>
      )}
    </Field>
  )
}

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
        <AddressContent paymentId={paymentId} />
      </Drawer.Body>
    </ActionDrawer>
  )
}

function AddressContent({ paymentId }: { paymentId: string }) {
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
    const isOver = new Date(request.link_ends_at) <= new Date()
    return (
      <p className="txt-small text-ui-fg-subtle">
        <DatedText name={`payment.askAddress.${isOver ? "askedEnded" : "asked"}`} at={request.link_ends_at} />
      </p>
    )
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
