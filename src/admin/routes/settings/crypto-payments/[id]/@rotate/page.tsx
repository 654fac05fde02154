export { RotateEndpointSecret as default } from "../../../../../components/settings/endpoint-secret-forms"
