import {
  ArrowPath,
  DescendingSorting,
  EllipsisHorizontal,
  ExclamationCircle,
  ExclamationCircleSolid,
} from "@medusajs/icons"
import { Button, Container, clx, DropdownMenu, Heading, IconButton, Skeleton, Text, Tooltip } from "@medusajs/ui"
import { type PropsWithChildren, type ReactElement, type ReactNode, useId, useSyncExternalStore } from "react"
import { Link } from "react-router-dom"
import type { Policy } from "../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../lib/format"
import { failureOf } from "../../lib/server"

type SectionProps = { title: string; subtitle?: string; actions?: Action[]; children: ReactNode }

export function Section({ title, subtitle, actions = [], children }: SectionProps) {
  const { t } = useTexts()
  return (
    <Container className="divide-y p-0">
      <div className="flex items-start justify-between gap-x-4 px-6 py-4">
        <div className="min-w-0">
          <Heading level="h2">{title}</Heading>
          {subtitle && <QuietText className="text-pretty">{subtitle}</QuietText>}
        </div>
        {actions.length > 0 && (
          <ActionMenu actions={actions}>
            <IconButton
              size="small"
              variant="transparent"
              className="shrink-0"
              aria-label={t("settings.actions.menu", { section: title })}
              // settings/setting-form.tsx uses it to give the focus back when a drawer closes.
              data-opens={actions.flatMap(({ to }) => to ?? []).join(" ")}
            >
              <EllipsisHorizontal />
            </IconButton>
          </ActionMenu>
        )}
      </div>
      {children}
    </Container>
  )
}

/** A page of the breadcrumbs, by the key of its name. */
export const Breadcrumb = ({ name }: { name: string }) => useTexts().t(name)

export const QuietText = ({ className, children }: PropsWithChildren<{ className?: string }>) => (
  <Text size="small" className={clx("text-ui-fg-subtle", className)}>
    {children}
  </Text>
)

export const SectionText = ({ children }: PropsWithChildren) => <QuietText className="px-6 py-4">{children}</QuietText>

/** What a person wrote, in its own direction. */
export const Note = ({ note, className }: { note?: string | null; className?: string }) =>
  note && (
    <p className={clx("whitespace-pre-line text-pretty break-words", className)}>
      <bdi>“{note}”</bdi>
    </p>
  )

/** Medusa's lists have space on the right of the last column only, which from right to left is the wrong side. */
export const LIST_EDGE = "rtl:[&_:is(td,th):last-child]:pl-6"

export const TwoColumns = ({ main, side }: { main: ReactNode; side: ReactNode }) => (
  <div className="flex w-full flex-col items-start gap-x-4 gap-y-3 xl:grid xl:grid-cols-[minmax(0,_1fr)_440px]">
    <div className="flex w-full min-w-0 flex-col gap-y-3">{main}</div>
    <div className="flex w-full min-w-0 flex-col gap-y-3">{side}</div>
  </div>
)

export const SectionRow = ({ title, value }: { title: string; value?: ReactNode }) => (
  <div className="text-ui-fg-subtle grid w-full grid-cols-2 items-center gap-4 px-6 py-4">
    <Text size="small" weight="plus" leading="compact">
      {title}
    </Text>
    {typeof value === "string" || !value ? (
      <Text size="small" leading="compact" className="whitespace-pre-line text-pretty">
        <bdi>{value ?? "-"}</bdi>
      </Text>
    ) : (
      <div className="txt-compact-small flex min-w-0 flex-wrap gap-1">{value}</div>
    )}
  </div>
)

/** Rows by the keys of their titles. Values that are undefined or false are left out. */
export function SectionRows({ rows }: { rows: Record<string, ReactNode> }) {
  const { t } = useTexts()
  const shown = Object.entries(rows).filter(([, value]) => value !== undefined && value !== false)
  return shown.map(([name, value]) => <SectionRow key={name} title={t(name)} value={value} />)
}

type NoticeProps = { icon: ReactNode; title: string; text: string; children?: ReactNode }

export const Notice = ({ icon, title, text, children }: NoticeProps) => (
  <div className="flex min-h-[250px] flex-col items-center justify-center gap-y-4 px-6 py-8 text-center">
    {icon}
    <div className="flex flex-col gap-y-1">
      <Text size="small" leading="compact" weight="plus">
        {title}
      </Text>
      <QuietText className="max-w-[60ch]">{text}</QuietText>
    </div>
    {children}
  </div>
)

type QueryProps = {
  title: string
  query: { error: unknown; refetch: () => unknown; isFetching: boolean }
  needs?: Policy
}

/** Names the policy that the role lacks. Another attempt would not help, so there is no button for one. */
export function Forbidden({ needs }: { needs: Policy }) {
  const { t } = useTexts()
  const policy = t("roles.policy", { policy: needs.replace(":", " ") })
  return (
    <div role="alert">
      <Notice icon={<ExclamationCircle className="text-ui-fg-subtle" />} title={t("roles.forbidden")} text={policy} />
    </div>
  )
}

/**
 * Says why something could not be loaded, with a button to try again. If the session expired, it throws the error to
 * Medusa's error page, which leads to the login and back.
 */
export function Failure({ title, query: { error, refetch, isFetching }, needs = "crypto_payment:read" }: QueryProps) {
  const { t, messageOf } = useTexts()
  const { status } = failureOf(error)
  if (status === 401) throw error
  if (status === 403) return <Forbidden needs={needs} />
  return (
    <div role="alert">
      <Notice icon={<ExclamationCircle className="text-ui-fg-subtle" />} title={title} text={messageOf(error)}>
        <Button size="small" variant="secondary" onClick={() => refetch()} isLoading={isFetching}>
          <ArrowPath />
          {t("payment.actions.try_again")}
        </Button>
      </Notice>
    </div>
  )
}

/** Shown until a page's data is loaded: a skeleton, or the reason for a failure. */
export function PageLoading({ title, query, needs }: QueryProps) {
  const block = (
    <Container className="p-0">
      {query.error ? <Failure title={title} query={query} needs={needs} /> : <LoadingLines count={4} />}
    </Container>
  )
  return query.error ? block : <TwoColumns main={block} side={block} />
}

export function LoadingLines({ count }: { count: number }) {
  const { t } = useTexts()
  return (
    <div role="status" aria-busy="true" aria-label={t("payment.loading")} className="flex flex-1 flex-col gap-y-6 p-6">
      {Array.from({ length: count }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all lines are alike
        <Skeleton key={line} className="h-8 w-full max-w-[70ch]" />
      ))}
    </div>
  )
}

type ProblemItemProps = PropsWithChildren<{
  color: "orange" | "red"
  title: string
  level: "h2" | "h3"
  aside?: ReactNode
  message: ReactNode
  action: ReactNode
}>

const COLORS = { orange: "text-ui-tag-orange-icon", red: "text-ui-tag-red-icon" } as const

export function ProblemItem({ color, title, level, aside, message, children, action }: ProblemItemProps) {
  const heading = useId()
  return (
    <li aria-labelledby={heading} className="flex flex-col gap-4 px-6 py-5 md:flex-row md:items-start">
      <ExclamationCircleSolid className={`${COLORS[color]} mt-0.5 hidden shrink-0 md:block`} />
      <div className="flex min-w-0 flex-1 flex-col gap-y-3">
        <div className="flex flex-col gap-y-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Heading level={level} id={heading}>
              {title}
            </Heading>
            {aside}
          </div>
          {message && <QuietText className="max-w-[75ch] text-pretty">{message}</QuietText>}
        </div>
        {children}
      </div>
      {action}
    </li>
  )
}

export const ProblemLink = ({ to, children }: PropsWithChildren<{ to: string }>) => (
  <Button size="small" variant="secondary" asChild className="shrink-0 self-start">
    <Link to={to}>{children}</Link>
  </Button>
)

export type Action = { icon: ReactNode; label: string } & (
  | { to: string; onClick?: never }
  | { onClick: () => void; to?: never }
)

/** A menu of actions and links. The child is the button that opens it. */
export const ActionMenu = ({ actions, children }: { actions: Action[]; children: ReactElement }) => (
  <DropdownMenu dir={document.documentElement.dir === "rtl" ? "rtl" : "ltr"}>
    <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
    <DropdownMenu.Content>
      {actions.map(({ icon, label, to, onClick }) => {
        const content = (
          <>
            {icon}
            <span>{label}</span>
          </>
        )
        return (
          <DropdownMenu.Item
            key={label}
            asChild={to !== undefined}
            onClick={onClick}
            className="[&_svg]:text-ui-fg-subtle flex items-center gap-x-2"
          >
            {to === undefined ? content : <Link to={to}>{content}</Link>}
          </DropdownMenu.Item>
        )
      })}
    </DropdownMenu.Content>
  </DropdownMenu>
)

/** Sorts by `-created_at` (newest first) or `created_at`. */
export function SortMenu({ value, onChange }: { value: string; onChange: (order: string) => void }) {
  const { t } = useTexts()
  const label = t("payments.sort.label")
  return (
    <DropdownMenu>
      <Tooltip content={label}>
        <DropdownMenu.Trigger asChild>
          <IconButton size="small" aria-label={label}>
            <DescendingSorting />
          </IconButton>
        </DropdownMenu.Trigger>
      </Tooltip>
      <DropdownMenu.Content align="start">
        <DropdownMenu.RadioGroup value={value} onValueChange={onChange}>
          <DropdownMenu.RadioItem value="-created_at">{t("payments.sort.newestFirst")}</DropdownMenu.RadioItem>
          <DropdownMenu.RadioItem value="created_at">{t("payments.sort.oldestFirst")}</DropdownMenu.RadioItem>
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}

/** Below Tailwind's `sm`, where a table has room for two columns only. */
const QUERY = "(max-width: 639px)"

function subscribe(onChange: () => void) {
  const media = window.matchMedia(QUERY)
  media.addEventListener("change", onChange)
  return () => media.removeEventListener("change", onChange)
}

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches)
