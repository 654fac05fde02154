export { RotateEndpointSecret as default } from "../../../../../components/settings/text-forms"
