import { CurrencyDollar } from "@medusajs/icons"
import { Heading, Input, Label, Text } from "@medusajs/ui"
import { useEffect, useId, useState } from "react"
import { useSearchParams } from "react-router-dom"
import type { TotalsView } from "../../../api/admin/crypto-payments/contract"
import { type Days, totalsRange } from "../../../core/payment/totals-range"
import { useTexts } from "../../lib/format"
import { downloadCsv, useTotals } from "../../lib/queries"
import { Failure, LoadingLines, Notice } from "../common/loading"
import { ExportButton } from "../payments/export-button"
import { readFilters } from "../payments/list-url"
import { PageHeader } from "../payments/page-header"
import { ConnectionChoice } from "./connection-choice"
import { TotalsTable } from "./totals-table"

/** What came in and was sent back, by month, asset and currency. The address bar holds the choices. */
export function Totals() {
  const { t } = useTexts()
  const { days, connection, choose } = useChoice()
  const asked = { ...days, ...(connection === undefined ? {} : { connection_id: [connection] }) }
  const query = useTotals(asked)
  const { totals } = query.data ?? {}
  return (
    <>
      <div className="flex flex-col gap-y-3 px-6 py-4">
        <PageHeader>
          <ConnectionChoice
            chosen={connection}
            onChange={(id) => choose("connection_id", id && JSON.stringify([id]))}
          />
          {(["from", "to"] as const).map((name) => (
            <DayField key={name} label={t(`totals.${name}`)} day={days[name]} onChange={(day) => choose(name, day)} />
          ))}
          <Exports asked={asked} isEmpty={!totals?.length} />
        </PageHeader>
        <QuietText className="text-pretty">{t("totals.hint")}</QuietText>
      </div>
      {query.isError ? (
        <Failure title={t("totals.failure")} query={query} />
      ) : !totals ? (
        <LoadingLines count={6} />
      ) : totals.length === 0 ? (
        <Notice
          icon={<CurrencyDollar className="text-ui-fg-subtle" />}
          title={t("totals.empty.title")}
          text={t("totals.empty.description")}
        />
      ) : (
        <Modes totals={totals} />
      )}
    </>
  )
}

type ExportsProps = { asked: Days & { connection_id?: string[] }; isEmpty: boolean }

/** Downloads what the page shows, or the payments and payouts that it adds up. */
function Exports({ asked, isEmpty }: ExportsProps) {
  const { t } = useTexts()
  const { from, to, connection_id = [] } = asked
  const nameOf = (kind: string) => [`crypto-${kind}`, from, to, ...connection_id].join("-")
  return (
    <div className="flex items-center gap-x-2">
      <ExportButton
        download={() => downloadCsv("/totals", { ...asked, format: "csv" }, nameOf("totals"))}
        isEmpty={isEmpty}
      />
      <ExportButton
        action={t("totals.exportRecords")}
        download={() => downloadCsv("/export", asked, nameOf("records"))}
        isEmpty={isEmpty}
      />
    </div>
  )
}

/** A table for live money first, then one for test money. */
const Modes = ({ totals }: { totals: TotalsView[] }) =>
  ([false, true] as const).map((isTest) => {
    const rows = totals.filter((row) => row.test_mode === isTest)
    return rows.length > 0 && <Mode key={String(isTest)} isTest={isTest} rows={rows} />
  })

function Mode({ isTest, rows }: { isTest: boolean; rows: TotalsView[] }) {
  const { t } = useTexts()
  const name = t(`payments.modes.${isTest ? "test" : "live"}`)
  return (
    <section>
      <div className="px-6 py-4">
        <Heading level="h2">{name}</Heading>
        {isTest && (
          <QuietText className="text-pretty">{t("totals.testHint")}</QuietText>
        )}
      </div>
      <TotalsTable label={name} rows={rows} />
    </section>
  )
}

/** The chosen days, by default the server's, and the chosen connection. */
function useChoice() {
  const [params, setParams] = useSearchParams()
  const usual = totalsRange({}, new Date()) as Days
  const days: Days = { from: params.get("from") ?? usual.from, to: params.get("to") ?? usual.to }
  const [connection] = readFilters(params).connection_id ?? []
  const choose = (name: keyof Days | "connection_id", value: string | undefined) => {
    const chosen = new URLSearchParams({ ...Object.fromEntries(params), ...days })
    if (value === undefined) chosen.delete(name)
    else chosen.set(name, value)
    setParams(chosen, { replace: true })
  }
  return { days, connection, choose }
}

type DayFieldProps = { label: string; day: string; onChange: (day: string) => void }

/** The day of Bitcoin's first block. An earlier date is one that a person is still typing. */
const FIRST_DAY = "2009-01-03"

/**
 * A day in UTC: `type="date"` has no time zone. If a person leaves the field with an incomplete date, it shows the
 * chosen day again.
 */
function DayField({ label, day, onChange }: DayFieldProps) {
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
