import type { Ledger } from "./payments"
import type { Faults, SandboxStore } from "./store-api"
import type { DeliverOptions, Delivery, Fault, RecordedRequest, SandboxPayment } from "./types"
import type { Courier, Endpoints } from "./webhooks"

type Service = {
  ledger: Ledger
  endpoints: Endpoints
  courier: Courier
  store: SandboxStore
  faults: Faults
  requests: () => RecordedRequest[]
}

export type Controls = ReturnType<typeof createControls>

/** What a test, the web page or the CLI can do to a running sandbox. Refusals are thrown as SandboxError. */
export function createControls({ ledger, endpoints, courier, store, faults, requests }: Service) {
  return {
    /** Oldest first. */
    payments: ledger.list,
    payment: (id: string): SandboxPayment | undefined => ledger.list().find((payment) => payment.id === id),
    /**
     * The payer pays while the quote is valid. Returns at once; `drain` waits for the event.
     * @throws `quote_expired`, `already_completed` or `not_found`
     */
    pay: ledger.pay,
    /** Like `pay`, but also works after the quote expired. */
    payLate: ledger.payLate,
    /** Raises the confirmations to a number, or by one; enough clear the payment. @throws `not_paid` or `not_found` */
    confirm: ledger.confirm,
    /**
     * Lookups answer another word and number of confirmations until the payer pays, for example after too little money.
     * @throws `already_paid` or `not_found`
     */
    report: ledger.report,
    /** Sets the end of the quote to one second ago. */
    expire: ledger.expire,
    /**
     * Sends the payment's event once more, without retries, even while delivery is stopped. For a payment that has not
     * cleared, the event says that it has, and the status lookup says that it has not.
     */
    deliver: async (id: string, options: DeliverOptions = {}): Promise<Delivery[]> =>
      courier.deliver(ledger.get(id), options),

    registerEndpoint: endpoints.register,
    endpoints: endpoints.list,
    /** Returns false if there is no endpoint with this id. */
    removeEndpoint: endpoints.remove,
    /** Both secrets sign until `retireSecret`. @throws `not_found` */
    rotateSecret: endpoints.rotate,
    /** Ends a rotation: only the newer secret signs. @throws `not_found` */
    retireSecret: endpoints.retire,

    /** From now on events are lost, like in an outage; `deliver` still sends. */
    stopDelivering: (): void => store.set({ delivering: false }),
    /** Lost events stay lost. */
    resumeDelivering: (): void => store.set({ delivering: true }),
    setStoreEnabled: (enabled: boolean): void => store.set({ storeEnabled: enabled }),
    set: store.set,
    /** A null chain means every chain of the asset. */
    setWallet: store.setWallet,
    settings: store.settings,

    /**
     * Changes the answer of the next authorized Store API calls.
     * @throws `not_found` if the fault is for a payment that does not exist
     */
    interfere(fault: Fault): void {
      if (fault.payment !== undefined) ledger.get(fault.payment)
      faults.add(fault)
    },
    clearFaults: faults.clear,

    /** Store API calls, oldest first. */
    requests,
    /** Every attempt at a delivery, oldest first. */
    deliveries: courier.history,
    /** Resolves when no delivery is running, retries included. */
    drain: courier.drain,
  }
}
