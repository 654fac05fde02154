import { CurrencyDollar } from "@medusajs/icons"
import { Container, clx, Heading, Input, Label, Table } from "@medusajs/ui"
import { type PropsWithChildren, useEffect, useId, useState } from "react"
import type { CryptoView, FiatView, TotalsView } from "../../../../api/admin/crypto-payments/contract"
import { toDecimal } from "../../../../core/money/units"
import { type Days, totalsRange } from "../../../../core/payment/reports"
import { Breadcrumb, Failure, LoadingLines, Notice, QuietText, useIsNarrow } from "../../../components/common/section"
import { AssetIcon, QuietLink } from "../../../components/common/values"
import { ConnectionChoice } from "../../../components/payments/filters"
import { momentsOfMonth, paymentsWith, readFilters, useListState } from "../../../components/payments/list-state"
import { ExportButton, PageHeader } from "../../../components/payments/page-header"
import { cryptoText, useDates, useTexts } from "../../../lib/format"
import { downloadCsv, useIsLayoutKnown, useTotals } from "../../../lib/queries"

export default function TotalsPage() {
  const { t } = useTexts()
  const { days, connection, choose } = useChoice()
  const asked = { ...days, ...(connection === undefined ? {} : { connection_id: [connection] }) }
  const query = useTotals(asked)
  const { totals } = query.data ?? {}
  if (!useIsLayoutKnown()) {
    return (
      <Container className="p-0">
        <LoadingLines count={8} />
      </Container>
    )
  }
  return (
    <Container className="divide-y overflow-hidden p-0">
      <div className="flex flex-col gap-y-3 px-6 py-4">
        <PageHeader>
          <ConnectionChoice
            chosen={connection}
            onChange={(id) => choose({ connection_id: id && JSON.stringify([id]) })}
          />
          {(["from", "to"] as const).map((name) => (
            <DayField
              key={name}
              label={t(`totals.${name}`)}
              day={days[name]}
              onChange={(day) => choose({ [name]: day })}
            />
          ))}
          <Exports asked={asked} isEmpty={!totals?.length} />
        </PageHeader>
        <QuietText className="text-pretty">{t("totals.hint")}</QuietText>
      </div>
      {query.isError ? (
        <Failure title={t("totals.failure")} query={query} />
      ) : !totals || query.isPlaceholderData ? (
        <LoadingLines count={6} />
      ) : totals.length === 0 ? (
        <Notice
          icon={<CurrencyDollar className="text-ui-fg-subtle" />}
          title={t("totals.empty.title")}
          text={t("totals.empty.description")}
        />
      ) : (
        // Live money first.
        [false, true].map((isTest) => <Mode key={String(isTest)} isTest={isTest} totals={totals} asked={asked} />)
      )}
    </Container>
  )
}

/** Downloads what the page shows, the payments and payouts that it adds up, or these as a bank statement. */
function Exports({ asked, isEmpty }: { asked: Asked; isEmpty: boolean }) {
  const { t } = useTexts()
  const { from, to, connection_id = [] } = asked
  const download = (path: string, kind: string, query: object) =>
    downloadCsv(path, query, [`crypto-${kind}`, from, to, ...connection_id].join("-"))
  const totals = () => download("/totals", "totals", { ...asked, format: "csv" })
  const records = () => download("/export", "records", asked)
  const statement = () => download("/statement", "statement", asked)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ExportButton download={totals} isEmpty={isEmpty} />
      <ExportButton action={t("totals.exportRecords")} download={records} isEmpty={isEmpty} />
      {/* Never empty: it also has the balance of earlier days. */}
      <ExportButton action={t("totals.exportStatement")} download={statement} isEmpty={false} />
    </div>
  )
}

type Asked = Days & { connection_id?: string[] }

function Mode({ isTest, totals, asked }: { isTest: boolean; totals: TotalsView[]; asked: Asked }) {
  const { t } = useTexts()
  const { connection_id } = asked
  const pathOf: PathOf = ({ month, asset, currency }, counted) =>
    paymentsWith({
      asset: [asset],
      currency: [currency],
      test_mode: String(isTest),
      connection_id,
      [counted]: momentsOfMonth(month, asked),
    })
  const rows = totals.filter((row) => row.test_mode === isTest)
  if (rows.length === 0) return null
  const name = t(`payments.modes.${isTest ? "test" : "live"}`)
  return (
    <section>
      <div className="px-6 py-4">
        <Heading level="h2">{name}</Heading>
        {isTest && <QuietText className="text-pretty">{t("totals.testHint")}</QuietText>}
        {sumsOf(rows).map((sum) => (
          <SumLine key={sum.amount.currency} sum={sum} />
        ))}
      </div>
      <TotalsTable label={name} rows={rows} pathOf={pathOf} />
    </section>
  )
}

type Sum = Record<"payments" | "payouts", number> & Record<"amount" | "paid_out", FiatView>

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

function SumLine({ sum: { payments, payouts, amount, paid_out } }: { sum: Sum }) {
  const { t, fiat } = useTexts()
  const line = (name: string, value: FiatView, count: number) => `${t(`totals.${name}`)}: ${fiat(value)} (${count})`
  return (
    <p className="txt-compact-small-plus text-ui-fg-base mt-1 flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
      <span>{line("received", amount, payments)}</span>
      {payouts > 0 && <span>{line("paidOut", paid_out, payouts)}</span>}
    </p>
  )
}

/** The path of the list with the payments that a row counts: as paid, or as sent back. */
type PathOf = (row: TotalsView, counted: "completed_at" | "paid_out_at") => string

type RowProps = { row: TotalsView; pathOf: PathOf }

/** The totals of one mode. A phone shows two columns. */
function TotalsTable({ label, rows, pathOf }: { label: string; rows: TotalsView[]; pathOf: PathOf }) {
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

/** The chosen days, by default the server's, and the chosen connection. */
function useChoice() {
  const { params, change } = useListState()
  const usual = totalsRange({}, new Date()) as Days
  const days: Days = { from: params.get("from") ?? usual.from, to: params.get("to") ?? usual.to }
  const [connection] = readFilters(params).connection_id ?? []
  const choose = (choice: Partial<Days> | { connection_id: string | undefined }) => change({ ...days, ...choice })
  return { days, connection, choose }
}

/** The day of Bitcoin's first block. An earlier date is one that a person is still typing. */
const FIRST_DAY = "2009-01-03"

/** A day in UTC: `type="date"` has no time zone. A person who leaves an incomplete date gets the chosen day back. */
function DayField({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }) {
  const id = useId()
  const [typed, setTyped] = useState(day)
  useEffect(() => setTyped(day), [day])
  return (
    <div className="flex items-center gap-x-2">
      <Label htmlFor={id} size="small" className="text-ui-fg-subtle">
        {label}
      </Label>
      <Input
        id={id}
        type="date"
        size="small"
        value={typed}
        min={FIRST_DAY}
        required
        onChange={({ target }) => {
          setTyped(target.value)
          if (target.validity.valid) onChange(target.value)
        }}
        onBlur={() => setTyped(day)}
      />
    </div>
  )
}

export const handle = {
  label: "payments.tabs.totals",
  translationNs: "cryptoPayments",
  breadcrumb: () => <Breadcrumb name="payments.tabs.totals" />,
}
