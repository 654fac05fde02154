import {
  createStep,
  createWorkflow,
  type ReturnWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { type Context, contextOf } from "./context"

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
