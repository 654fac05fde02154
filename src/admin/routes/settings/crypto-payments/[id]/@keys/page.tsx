export { EditKeys as default } from "../../../../../components/settings/connection-forms"
