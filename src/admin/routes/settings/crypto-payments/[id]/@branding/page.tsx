export { EditBranding as default } from "../../../../../components/settings/branding-form"
