import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  type ReturnWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { LogCode } from "../core/text/log-lines"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../modules/crypto-payments/service"

/** The first argument of every use-case. */
export type Context = {
  /** Medusa's container: the application's, or that of a request or a workflow step. */
  container: MedusaContainer
  /** Our tables, connections and secrets. */
  store: CryptoPaymentsService
  clock: () => Date
  log: CryptoPaymentsService["log"]
}

/** @param clock tests pass in their own */
export function contextOf(container: MedusaContainer, clock?: () => Date): Context {
  const store: CryptoPaymentsService = container.resolve(CRYPTO_PAYMENTS_MODULE)
  return { container, store, clock: clock ?? store.clock, log: (code, facts) => store.log(code, facts) }
}

/**
 * Makes a Medusa workflow of one step from a use-case, so that code outside the plugin can run it and Medusa traces it.
 * The step has no compensation, because each use-case is idempotent.
 */
export function oneStepWorkflow<Input, Output>(
  id: string,
  work: (context: Context, input: Input) => Promise<Output>,
): ReturnWorkflow<Input, Output, []> {
  const step = createStep(
    `${id}-step`,
    async (input: Input, { container }) =>
      new StepResponse<Output, null>(await work(contextOf(container), input), null),
  )
  return createWorkflow<Input, Output, []>(
    id,
    (input: WorkflowData<Input>) => new WorkflowResponse(step(input as Input) as WorkflowData<Output>),
  )
}

/**
 * The same for a job: logs an error of the whole run and returns null. The next tick tries again, and claimed rows are
 * free when their leases end.
 */
export const loggedWorkflow = <Output>(id: string, code: LogCode, work: (context: Context) => Promise<Output>) =>
  oneStepWorkflow(id, (context) =>
    work(context).catch((error: unknown) => {
      context.log(code, { error })
      return null
    }),
  )
