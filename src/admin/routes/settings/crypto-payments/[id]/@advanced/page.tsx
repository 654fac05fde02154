export { EditAdvanced as default } from "../../../../../components/settings/text-forms"
