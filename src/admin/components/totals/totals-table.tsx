import { clx, Table } from "@medusajs/ui"
import type { PropsWithChildren } from "react"
import type { CryptoView, FiatView, TotalsView } from "../../../api/admin/crypto-payments/contract"
import { toDecimal } from "../../../core/money/units"
import { cryptoText, useDates, useTexts } from "../../lib/format"
import { useIsNarrow } from "../../lib/hooks"
import { QuietLink } from "../common/links-and-menus"
import { AssetIcon } from "../common/values"

/** The path of the list with the payments that a row counts: as paid, or as sent back. */
export type PathOf = (row: TotalsView, counted: "completed_at" | "paid_out_at") => string

type RowProps = { row: TotalsView; pathOf: PathOf }

/** The totals of one mode. A phone shows two columns. */
export function TotalsTable({ label, rows, pathOf }: { label: string; rows: TotalsView[]; pathOf: PathOf }) {
  const { t } = useTexts()
  const isNarrow = useIsNarrow()
  const Row = isNarrow ? NarrowRow : WideRow
  const amounts = isNarrow ? (["received"] as const) : (["payments", "received", "payouts", "paidOut"] as const)
  return (
    <Table aria-label={label} className="table-fixed">
      <Table.Header>
        <Table.Row>
          <Left head>{t("totals.month")}</Left>
          {!isNarrow && <Left head>{t("payments.fields.asset")}</Left>}
          {amounts.map((name) => (
            <Right key={name} head>
              {t(`totals.${name}`)}
            </Right>
          ))}
        </Table.Row>
      </Table.Header>
      <Table.Body>
        {rows.map((row) => (
          <Row key={`${row.month} ${row.asset} ${row.currency}`} row={row} pathOf={pathOf} />
        ))}
      </Table.Body>
    </Table>
  )
}

function WideRow({ row, pathOf }: RowProps) {
  const { monthText } = useDates()
  const { payments, payouts } = row
  return (
    <Table.Row>
      <Left>{monthText(row.month)}</Left>
      <Left>
        <Asset asset={row.asset} />
      </Left>
      <Right>{payments > 0 ? <QuietLink to={pathOf(row, "completed_at")}>{payments}</QuietLink> : payments}</Right>
      <Right>{payments > 0 && <Money fiat={row.amount} crypto={row.received} />}</Right>
      <Right>{payouts > 0 ? <QuietLink to={pathOf(row, "paid_out_at")}>{payouts}</QuietLink> : payouts}</Right>
      <Right>{payouts > 0 && <Money fiat={row.paid_out} crypto={row.sent} />}</Right>
    </Table.Row>
  )
}

function NarrowRow({ row, pathOf }: RowProps) {
  const { t } = useTexts()
  const { monthText } = useDates()
  const { payments, payouts } = row
  return (
    <Table.Row>
      <Left>
        <div className="flex flex-col gap-y-1 py-2">
          <span>{monthText(row.month)}</span>
          <Asset asset={row.asset} />
        </div>
      </Left>
      <Right>
        <Counted to={pathOf(row, "completed_at")} text={t("payments.count", { count: payments })}>
          {payments > 0 && <Money fiat={row.amount} crypto={row.received} />}
        </Counted>
        {payouts > 0 && (
          <Counted to={pathOf(row, "paid_out_at")} text={`${t("totals.paidOut")}: ${payouts}`}>
            <Money fiat={row.paid_out} crypto={row.sent} />
          </Counted>
        )}
      </Right>
    </Table.Row>
  )
}

const Counted = ({ to, text, children }: PropsWithChildren<{ to: string; text: string }>) => (
  <div className="py-2">
    <QuietLink to={to} className="txt-compact-xsmall">
      {text}
    </QuietLink>
    {children}
  </div>
)

const Asset = ({ asset }: { asset: string }) => (
  <span className="flex items-center gap-x-1.5">
    <AssetIcon asset={asset} />
    {asset}
  </span>
)

const Money = ({ fiat, crypto }: { fiat: FiatView; crypto: CryptoView }) => (
  <div className="flex flex-col items-end gap-y-0.5 py-1">
    <bdi className="text-ui-fg-base">{useTexts().fiat(fiat)}</bdi>
    <bdi className="txt-compact-xsmall">{cryptoText(crypto)}</bdi>
  </div>
)

/** Medusa's cells have padding on the right only, which is the wrong side in right-to-left languages. */
const cell = (className: string) =>
  function Cell({ head = false, children }: PropsWithChildren<{ head?: boolean }>) {
    const Tag = head ? Table.HeaderCell : Table.Cell
    return <Tag className={clx("px-6", className)}>{children}</Tag>
  }

const Left = cell("text-start")
const Right = cell("text-end tabular-nums")

export type Sum = Record<"payments" | "payouts", number> & Record<"amount" | "paid_out", FiatView>

/** The sums of the rows, by currency in their order. Of different assets only the value in money can be added up. */
export const sumsOf = (rows: readonly TotalsView[]): Sum[] =>
  [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const own = rows.filter((row) => row.currency === currency)
    const count = (name: "payments" | "payouts") => own.reduce((sum, row) => sum + row[name], 0)
    return {
      payments: count("payments"),
      payouts: count("payouts"),
      amount: total(own.map(({ amount }) => amount)),
      paid_out: total(own.map(({ paid_out }) => paid_out)),
    }
  })

function total(amounts: readonly FiatView[]): FiatView {
  const [{ display, currency }] = amounts as [FiatView]
  const minor = amounts.reduce((sum, one) => sum + BigInt(one.minor), 0n)
  return { minor: String(minor), display: toDecimal(minor, display.split(".")[1]?.length ?? 0), currency }
}
