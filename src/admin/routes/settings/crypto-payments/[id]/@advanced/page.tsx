export { EditAdvanced as default } from "../../../../../components/settings/connection-forms"
