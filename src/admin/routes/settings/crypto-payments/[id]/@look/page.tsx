export { EditLook as default } from "../../../../../components/settings/look-form"
