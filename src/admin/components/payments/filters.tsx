import { Funnel } from "@medusajs/icons"
import {
  createDataTableFilterHelper,
  type DataTableFilter,
  DropdownMenu,
  IconButton,
  Select,
  Tooltip,
  type UseDataTableReturn,
} from "@medusajs/ui"
import { useRef } from "react"
import { useTranslation } from "react-i18next"
import type { PaymentView } from "../../../api/admin/crypto-payments/contract"
import { ASSETS } from "../../../core/assets/registry"
import { useDates, useTexts } from "../../lib/format"
import { useConnectionName, useConnections } from "../../lib/queries"
import { PAYMENT_STATUSES } from "../common/values"

/** Ids to filter by. A user who may not read connections gets those of the page's payments and of the address bar. */
export function useConnectionIds(payments: PaymentView[], chosen: unknown): string[] {
  const { data } = useConnections()
  const known = data?.connections.map(({ id }) => id) ?? []
  const seen = payments.map(({ connection_id }) => connection_id)
  const wanted = [chosen].flat().filter((id): id is string => typeof id === "string")
  return [...new Set([...known, ...seen, ...wanted])].sort()
}

const helper = createDataTableFilterHelper<PaymentView>()

/**
 * They have the type `select`, because in Medusa's `multiselect` screen readers cannot read the checkboxes.
 * @param used the filters of the address bar. Medusa's table breaks if a filter in use appears later.
 */
export function useFilters(connections: string[], used: Record<string, unknown>): DataTableFilter[] {
  const { t } = useTexts()
  const { t: medusa } = useTranslation()
  const dates = useDateFilter()
  const nameOf = useConnectionName()
  const select = (
    id: "status" | "asset" | "currency" | "connection_id",
    values: readonly string[],
    labelOf: (value: string) => string = String,
  ) =>
    helper.accessor(id as keyof PaymentView, {
      type: "select",
      label: t(`payments.fields.${id.replace("_id", "")}`),
      options: values.map((value) => ({ value, label: labelOf(value) })),
    })
  return [
    select("status", PAYMENT_STATUSES, (value) => t(`payment.status.${value}`)),
    select("asset", ASSETS),
    ...("currency" in used ? [select("currency", [used.currency].flat() as string[])] : []),
    ...(connections.length > 1 || "connection_id" in used ? [select("connection_id", connections, nameOf)] : []),
    helper.accessor("test_mode", {
      type: "radio",
      label: t("payments.fields.mode"),
      options: [
        { value: "false", label: t("payments.modes.live") },
        { value: "true", label: t("payments.modes.test") },
      ],
    }),
    helper.accessor("order_waits" as keyof PaymentView, {
      type: "radio",
      label: t("payments.fields.order"),
      options: [{ value: "true", label: t("payments.orderWaits") }],
    }),
    dates("created_at", medusa("fields.createdAt")),
    dates("completed_at", t("payment.details.completed")),
    dates("paid_out_at", t("totals.paidOut")),
  ]
}

/** Midnight some days or months before today, in the reader's time zone. */
const midnight = ({ days = 0, months = 0 }): string => {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth() - months, now.getDate() - days).toISOString()
}

/** The same choices as in Medusa's own tables. */
function useDateFilter(): (id: string, label: string) => DataTableFilter {
  const { t } = useTranslation()
  const { dayText } = useDates()
  const since = (name: string, ago: { days?: number; months?: number }) => ({
    label: t(`filters.date.${name}`),
    value: { $gte: midnight(ago) },
  })
  return (id, label) =>
    helper.accessor(id as keyof PaymentView, {
      type: "date",
      label,
      format: "date",
      formatDateValue: dayText,
      rangeOptionStartLabel: t("filters.date.starting"),
      rangeOptionEndLabel: t("filters.date.ending"),
      rangeOptionLabel: t("filters.date.custom"),
      options: [
        since("today", {}),
        since("lastSevenDays", { days: 7 }),
        since("lastThirtyDays", { days: 30 }),
        since("lastNinetyDays", { days: 90 }),
        since("lastTwelveMonths", { months: 12 }),
      ],
    })
}

type FilterMenuProps = { filters: DataTableFilter[]; instance: UseDataTableReturn<PaymentView> }

/** Replaces the menu of Medusa's tables, whose button has no name for screen readers. */
export function FilterMenu({ filters, instance }: FilterMenuProps) {
  const { t } = useTranslation()
  const label = t("filters.filterLabel")
  // The chosen filter opens and takes the focus, so the closing menu must not take it back.
  const chosen = useRef(false)
  const left = filters.filter(({ id }) => !(id in instance.getFiltering()))
  return (
    <DropdownMenu>
      <Tooltip content={label}>
        <DropdownMenu.Trigger asChild disabled={left.length === 0}>
          <IconButton size="small" aria-label={label}>
            <Funnel />
          </IconButton>
        </DropdownMenu.Trigger>
      </Tooltip>
      <DropdownMenu.Content
        align="start"
        onCloseAutoFocus={(event) => {
          if (chosen.current) event.preventDefault()
          chosen.current = false
        }}
      >
        {left.map(({ id, type, label }) => (
          <DropdownMenu.Item
            key={id}
            onClick={() => {
              chosen.current = true
              instance.addFilter({ id, value: type === "select" ? [] : null })
            }}
          >
            {label}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}

/** Stands for all connections, because a select accepts no empty value. No connection has this id. */
const ALL = "*"

type ConnectionChoiceProps = { chosen: string | undefined; onChange: (id: string | undefined) => void }

/** Chooses all connections or one. If there is only one, it shows nothing. */
export function ConnectionChoice({ chosen, onChange }: ConnectionChoiceProps) {
  const { t, dir } = useTexts()
  const nameOf = useConnectionName()
  const ids = useConnectionIds([], chosen)
  if (ids.length < 2 && chosen === undefined) return null
  return (
    <Select size="small" dir={dir} value={chosen ?? ALL} onValueChange={(id) => onChange(id === ALL ? undefined : id)}>
      <Select.Trigger className="w-fit" aria-label={t("payments.fields.connection")}>
        <Select.Value />
      </Select.Trigger>
      <Select.Content>
        <Select.Item value={ALL}>{t("totals.allConnections")}</Select.Item>
        {ids.map((id) => (
          <Select.Item key={id} value={id}>
            {nameOf(id)}
          </Select.Item>
        ))}
      </Select.Content>
    </Select>
  )
}
