export { EnterEndpointSecret as default } from "../../../../../components/settings/text-forms"
