import type { EventView, PossibleAction } from "../../../../api/admin/crypto-payments/contract"
import { useTexts } from "../../../lib/format"
import { useRetryEvent } from "../../../lib/queries"
import { ActionBar } from "./action-bar"
import { CloseDrawer } from "./close-drawer"
import { useDialogs } from "./dialogs"

type Props = { event: EventView; actions: PossibleAction[] }

/** What a person can do about an event that found no payment or failed. */
export function EventActions({ event, actions }: Props) {
  const { t } = useTexts()
  const dialogs = useDialogs<"close">()
  const retry = useRetryEvent(event.id)

  const tryAgain = async () => {
    const { state } = (await retry.mutateAsync()).event
    const tone = state === "processed" || state === "ignored" ? ("success" as const) : ("warning" as const)
    return { tone, message: t(`payment.event.outcome.${state}`) }
  }

  return (
    <>
      <ActionBar
        actions={actions}
        busy={retry.isPending}
        refs={dialogs.refs}
        runs={{ try_again: () => dialogs.run(tryAgain), close: () => dialogs.open("close") }}
      />
      <CloseDrawer of="event" id={event.id} dialog={dialogs.propsOf("close")} />
    </>
  )
}
