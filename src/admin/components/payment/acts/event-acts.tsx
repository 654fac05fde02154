import { ArrowPath, XCircle } from "@medusajs/icons"
import { toast } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { EventView, PossibleAction } from "../../../../api/admin/crypto-payments/contract"
import { useCloseEvent, useRetryEvent } from "../../../hooks/payments"
import { useOneAtATime } from "../../../hooks/use-one-at-a-time"
import { useMessage } from "../../common/use-message"
import { ActBar } from "./act-bar"
import { CloseDrawer } from "./close-drawer"
import { useDialogs } from "./use-dialogs"

type Props = { event: EventView; actions: PossibleAction[] }

/** What a person can do about an event that found no payment or could not be worked on. */
export function EventActs({ event, actions }: Props) {
  const { t } = useTranslation("cryptoPayments")
  const dialogs = useDialogs<"close">()
  const retrying = useRetryEvent(event.id)
  const closing = useCloseEvent(event.id)

  const oneAtATime = useOneAtATime()
  const messageOf = useMessage()

  const tryAgain = async () => {
    dialogs.remember()
    try {
      const { event: after } = await retrying.mutateAsync(undefined)
      const say = after.state === "processed" || after.state === "ignored" ? toast.success : toast.warning
      say(t(`payment.event.outcome.${after.state}`))
    } catch (error) {
      toast.error(messageOf(error))
    }
    dialogs.regain()
  }

  const offered = [
    { name: "try_again", label: t("payment.acts.try_again"), icon: <ArrowPath />, run: () => oneAtATime(tryAgain) },
    { name: "close", label: t("payment.acts.close"), icon: <XCircle />, run: () => dialogs.open("close") },
  ].filter(({ name }) => actions.includes(name as PossibleAction))

  return (
    <>
      <ActBar acts={offered} busy={retrying.isPending} {...dialogs.refs} />
      <CloseDrawer of="event" close={(note) => closing.mutateAsync({ note })} {...dialogs.propsOf("close")} />
    </>
  )
}
