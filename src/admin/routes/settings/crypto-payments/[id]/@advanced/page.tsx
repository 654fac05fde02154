export { EditAdvanced as default } from "../../../../../components/settings/advanced-form"
