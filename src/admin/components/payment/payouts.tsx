import { ArrowDownRightMini, PencilSquare } from "@medusajs/icons"
import { Badge, IconButton } from "@medusajs/ui"
import type { PropsWithChildren } from "react"
import type { PaymentDetail, PayoutView } from "../../../api/admin/crypto-payments/contract"
import { networkName } from "../../../core/assets/registry"
import { cryptoText, useTexts } from "../../lib/format"
import { useCorrectPayout, useMay } from "../../lib/queries"
import { DrawerForm, useDrawerForm } from "../common/drawer-form"
import { Note, SectionText } from "../common/section"
import { Code, Deleted, OnChain, When } from "../common/values"
import { ActionDrawer, useDialogs } from "./actions/dialogs"
import { TransferFields } from "./actions/payout-drawer"
import { correctionSchema } from "./actions/payout-values"

/** Whether it has payouts, or needs a person and money is left to send back. */
export const hasPayouts = (payment: PaymentDetail): boolean =>
  payment.payouts.length > 0 || (payment.attention !== null && restOf(payment) !== null)

/** Money that has not cleared may never arrive. How much to send back now stands with the reason, and may be less. */
const restOf = ({ refundable, seen, send_back }: PaymentDetail) => (seen || send_back ? null : refundable)

export function Payouts({ payment }: { payment: PaymentDetail }) {
  const { t, fiat } = useTexts()
  const { payouts, test_mode } = payment
  const rest = restOf(payment)
  return (
    <>
      {payouts.length > 0 && (
        <ul className="divide-y divide-dashed">
          {payouts.map((payout) => (
            <Payout key={payout.id} payout={payout} testMode={test_mode} />
          ))}
        </ul>
      )}
      {rest && <SectionText>{t("payment.payouts.rest", { rest: fiat(rest) })}</SectionText>}
    </>
  )
}

type PayoutProps = { payout: PayoutView; testMode: boolean }

function Payout({ payout, testMode }: PayoutProps) {
  const { t, fiat, nameOf } = useTexts()
  const { sent, chain } = payout
  const dialogs = useDialogs<"correct">()
  const mayCorrect = useMay()("crypto_payout:update")
  return (
    <li className="flex items-start gap-x-3 px-6 py-4">
      <ArrowDownRightMini className="text-ui-fg-muted mt-0.5 shrink-0" />
      <div className="txt-compact-small text-ui-fg-subtle flex min-w-0 flex-1 flex-col gap-y-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <bdi className="txt-compact-small-plus text-ui-fg-base">− {fiat(payout.amount)}</bdi>
          <div className="flex items-center gap-x-1">
            <Badge size="2xsmall" color={payout.medusa_refund_id ? "green" : "grey"}>
              {t(payout.medusa_refund_id ? "payment.payouts.inMedusa" : "payment.payouts.onlyHere")}
            </Badge>
            {mayCorrect && (
              <IconButton
                ref={dialogs.refs.buttonRef}
                size="2xsmall"
                variant="transparent"
                aria-label={t("payment.payouts.correct")}
                onClick={() => dialogs.open("correct")}
              >
                <PencilSquare />
              </IconButton>
            )}
          </div>
        </div>
        <div>{t("payment.payouts.sent", { sent: cryptoText(sent), network: networkName(chain) })}</div>
        <Line label={t("payment.payouts.to")}>
          {payout.payee_deleted_at ? (
            <Deleted since={payout.created_at} at={payout.payee_deleted_at} />
          ) : (
            <OnChain value={payout.address} label={t("payment.facts.copy.address")} />
          )}
        </Line>
        <Line label={t("payment.payouts.transaction")}>
          <OnChain
            value={payout.transaction_id}
            label={t("payment.facts.copy.transaction")}
            explorer={{ url: payout.explorer_url, label: t("payment.payouts.explorer") }}
          />
        </Line>
        <Note note={payout.note} />
        <div className="txt-compact-xsmall">
          <When at={payout.created_at} /> {t("payment.by", { who: nameOf(payout.created_by) })}
        </div>
        {payout.corrections.map((former) => (
          <Former key={former.at} former={former} />
        ))}
      </div>
      <ActionDrawer
        dialog={dialogs.propsOf("correct")}
        title={t("payment.payouts.correct")}
        description={t("payment.payouts.correctDescription")}
      >
        <CorrectionForm payout={payout} testMode={testMode} />
      </ActionDrawer>
    </li>
  )
}

function Former({ former }: { former: PayoutView["corrections"][number] }) {
  const { t, nameOf } = useTexts()
  return (
    <div className="txt-compact-xsmall border-ui-border-base flex flex-col gap-y-1 border-s-2 ps-2">
      <div>
        {t("payment.payouts.before")} <When at={former.at} /> {t("payment.by", { who: nameOf(former.by) })}
      </div>
      <Line label={t("payment.payouts.to")}>
        <Code>{former.address}</Code>
      </Line>
      <Line label={t("payment.payouts.transaction")}>
        <Code>{former.transaction_id}</Code>
      </Line>
      <Note note={former.note} />
    </div>
  )
}

const Line = ({ label, children }: PropsWithChildren<{ label: string }>) => (
  <div className="flex flex-wrap items-start gap-x-2">
    <span className="leading-5">{label}</span>
    {children}
  </div>
)

/** Corrects address, transaction id and note of a recorded payout. The server keeps the former values. */
function CorrectionForm({ payout, testMode }: PayoutProps) {
  const { t } = useTexts()
  const { id, address, transaction_id, note } = payout
  const correct = useCorrectPayout(id)
  const { form, onSubmit } = useDrawerForm({
    values: { address, transaction_id, note: note ?? "" },
    schema: correctionSchema(t, payout, testMode),
    // Only what this admin changed, so that it undoes no correction made meanwhile.
    send: async (after, before) => {
      const changed = Object.entries(after).filter(([name, value]) => value !== before[name as keyof typeof before])
      await correct.mutateAsync(Object.fromEntries(changed))
      return t("payment.payouts.correctDone")
    },
  })
  return (
    <DrawerForm form={form} onSubmit={onSubmit} submitLabel={t("form.save")} firstField="address">
      <TransferFields />
    </DrawerForm>
  )
}
