export { EnterEndpointSecret as default } from "../../../../../components/settings/connection-forms"
