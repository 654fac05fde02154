export { EnterEndpointSecret as default } from "../../../../../components/settings/endpoint-secret-forms"
