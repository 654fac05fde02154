export { EditKeys as default } from "../../../../../components/settings/text-forms"
