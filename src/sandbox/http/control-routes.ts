import type { Controls } from "../controls"
import { SandboxError } from "../sandbox-error"
import type { Call } from "./call"
import {
  confirmInput,
  deliverInput,
  endpointInput,
  faultInput,
  payInput,
  readInput,
  rotateInput,
  settingsInput,
} from "./control-input"

type Done = { status: number; body: unknown }

const ok = (body: unknown): Done => ({ status: 200, body })

/** What can be read, by the name before `.json`. */
export const READABLE = {
  payments: (controls: Controls) => controls.payments(),
  endpoints: (controls: Controls) => controls.endpoints(),
  deliveries: (controls: Controls) => controls.deliveries(),
  requests: (controls: Controls) => controls.requests(),
  settings: (controls: Controls) => controls.settings(),
} as const

function changeSettings(controls: Controls, call: Call): Done {
  const { storeEnabled, delivering, perMinuteCap, wallet } = readInput(settingsInput, call)
  if (storeEnabled !== undefined) controls.setStoreEnabled(storeEnabled)
  if (delivering !== undefined) delivering ? controls.resumeDelivering() : controls.stopDelivering()
  if (perMinuteCap !== undefined) controls.setPerMinuteCap(perMinuteCap)
  if (wallet) controls.setWallet(wallet.asset, wallet.chain, wallet.available)
  return ok(controls.settings())
}

async function onPayment(controls: Controls, id: string, verb: string, call: Call): Promise<Done | null> {
  switch (verb) {
    case "pay":
      return ok(controls.pay(id, readInput(payInput, call)))
    case "pay-late":
      return ok(controls.payLate(id, readInput(payInput, call)))
    case "confirm":
      return ok(controls.confirm(id, readInput(confirmInput, call).confirmations))
    case "expire":
      return ok(controls.expire(id))
    case "deliver":
      return ok(await controls.deliver(id, readInput(deliverInput, call)))
    default:
      return null
  }
}

function onEndpoint(controls: Controls, id: string, verb: string, call: Call): Done | null {
  switch (verb) {
    case "rotate":
      return ok(controls.rotateSecret(id, readInput(rotateInput, call).secret))
    case "retire":
      return ok(controls.retireSecret(id))
    case "remove":
      if (!controls.removeEndpoint(id)) throw new SandboxError(404, "not_found", `There is no endpoint ${id}.`)
      return ok({ id, removed: true })
    default:
      return null
  }
}

/**
 * Carries out `POST /sandbox/...`.
 *
 * @param segments the path after /sandbox, split at its slashes
 * @returns null where there is nothing of that name
 */
export async function control(controls: Controls, segments: readonly string[], call: Call): Promise<Done | null> {
  const [what, id, verb, ...rest] = segments
  if (rest.length > 0) return null
  if (id !== undefined && verb !== undefined) {
    if (what === "payments") return onPayment(controls, id, verb, call)
    return what === "endpoints" ? onEndpoint(controls, id, verb, call) : null
  }
  if (id !== undefined) return null
  switch (what) {
    case "endpoints":
      return { status: 201, body: controls.registerEndpoint(readInput(endpointInput, call)) }
    case "settings":
      return changeSettings(controls, call)
    case "faults":
      controls.interfere(readInput(faultInput, call))
      return ok({})
    case "drain":
      await controls.drain()
      return ok({})
    default:
      return null
  }
}
