export { EditKeys as default } from "../../../../../components/settings/keys-form"
