import type { payments as english } from "../en/payments"
import type { InTwoForms } from "../translation"

export const payments = {
  title: "Pagos con cripto",
  attentionTitle: "Pagos con cripto: por atender",
  tabs: {
    payments: "Pagos",
    attention: "Por atender",
    open_one: "{{count}} caso abierto",
    open_other: "{{count}} casos abiertos",
  },
  fields: {
    payment: "Pago",
    status: "Estado",
    order: "Pedido",
    email: "Correo electrónico",
    amount: "Monto",
    asset: "Criptomoneda",
    paidIn: "En cripto",
    connection: "Conexión",
    mode: "Modo",
    created: "Creado",
  },
  search: "ID de pago, dirección, pedido o correo electrónico",
  modes: {
    live: "Producción",
    test: "Prueba",
  },
  test: "Prueba",
  superseded: "Reemplazado",
  supersededHint: "Una cotización más reciente tomó su lugar. Aun así se sigue vigilando.",
  confirmations_one: "{{count}} confirmación",
  confirmations_other: "{{count}} confirmaciones",
  openPayment: "Abrir pago {{id}}",
  openOrder: "Abrir pedido {{order}}",
  removeFilter: "Quitar filtro: {{filter}}",
  networks: {
    bitcoin: "Bitcoin",
    litecoin: "Litecoin",
    dogecoin: "Dogecoin",
    dash: "Dash",
    base: "Base",
    polygon: "Polygon",
  },
  order: {
    label: "Ordenar",
    newestFirst: "Más recientes primero",
    oldestFirst: "Más antiguos primero",
  },
  empty: {
    title: "Aún no hay pagos",
    description: "En cuanto un comprador elija pagar con cripto, el pago aparecerá aquí.",
  },
  noResults: {
    title: "Sin resultados",
    description:
      "Cambia la búsqueda o los filtros. Un ID de pago o una dirección puede estar cortado al final; un correo electrónico debe estar completo.",
  },
  failure: {
    payments: "No se pudieron cargar los pagos",
    unreachable: "No se pudo contactar con el servidor. Inténtalo de nuevo en un momento.",
    retry: "Reintentar",
  },
  export: {
    action: "Exportar",
    running: "Preparando el archivo CSV…",
    done: "El archivo CSV está listo",
    failed: "No se pudo crear el archivo CSV",
    rows_one: "{{count}} pago",
    rows_other: "{{count}} pagos",
  },
} satisfies InTwoForms<typeof english>
