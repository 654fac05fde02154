import { rotateEndpointSecret } from "../../../../../../workflows/connections/save-connection"
import { connectionChange } from "../../../respond"

export const POST = connectionChange((ctx, who, { endpoint_secret, previous_valid_until }) =>
  rotateEndpointSecret(ctx, { ...who, endpoint_secret, previous_valid_until }),
)
