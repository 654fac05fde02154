import { CurrencyDollar } from "@medusajs/icons"
import { Container, Heading, Input, Label } from "@medusajs/ui"
import { useEffect, useId, useState } from "react"
import type { FiatView, TotalsView } from "../../../../api/admin/crypto-payments/contract"
import { type Days, totalsRange } from "../../../../core/payment/totals-range"
import { Failure, LoadingLines, Notice, QuietText } from "../../../components/common/section"
import { ConnectionChoice } from "../../../components/payments/filters"
import { momentsOfMonth, paymentsWith, readFilters, useListState } from "../../../components/payments/list-state"
import { ExportButton, PageHeader } from "../../../components/payments/page-header"
import { type PathOf, type Sum as SumOf, sumsOf, TotalsTable } from "../../../components/totals/totals-table"
import { useTexts } from "../../../lib/format"
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
          <Sum key={sum.amount.currency} sum={sum} />
        ))}
      </div>
      <TotalsTable label={name} rows={rows} pathOf={pathOf} />
    </section>
  )
}

function Sum({ sum: { payments, payouts, amount, paid_out } }: { sum: SumOf }) {
  const { t, fiat } = useTexts()
  const line = (name: string, value: FiatView, count: number) => `${t(`totals.${name}`)}: ${fiat(value)} (${count})`
  return (
    <p className="txt-compact-small-plus text-ui-fg-base mt-1 flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
      <span>{line("received", amount, payments)}</span>
      {payouts > 0 && <span>{line("paidOut", paid_out, payouts)}</span>}
    </p>
  )
}

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

const Breadcrumb = () => useTexts().t("payments.tabs.totals")

export const handle = {
  label: "payments.tabs.totals",
  translationNs: "cryptoPayments",
  breadcrumb: () => <Breadcrumb />,
}
