export { RotateEndpointSecret as default } from "../../../../../components/settings/connection-forms"
