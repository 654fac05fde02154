import type { payments as english } from "../en/payments"
import type { InPlainAndTwoForms } from "../translation"

export const payments = {
  title: "Pagamentos com cripto",
  attentionTitle: "Pagamentos com cripto: a resolver",
  tabs: {
    payments: "Pagamentos",
    attention: "A resolver",
    open: "Casos em aberto: {{count}}",
    open_one: "{{count}} caso em aberto",
    open_other: "{{count}} casos em aberto",
  },
  fields: {
    payment: "Pagamento",
    status: "Status",
    order: "Pedido",
    email: "Email",
    amount: "Valor",
    asset: "Criptomoeda",
    paidIn: "Em cripto",
    connection: "Conexão",
    mode: "Modo",
    created: "Criado em",
  },
  search: "ID do pagamento, endereço, pedido ou email",
  modes: {
    live: "Produção",
    test: "Teste",
  },
  test: "Teste",
  superseded: "Substituído",
  supersededHint: "Uma cotação mais recente tomou o seu lugar. Ele continua sendo acompanhado.",
  confirmations: "Confirmações: {{count}}",
  confirmations_one: "{{count}} confirmação",
  confirmations_other: "{{count}} confirmações",
  openPayment: "Abrir pagamento {{id}}",
  openOrder: "Abrir pedido {{order}}",
  removeFilter: "Remover filtro: {{filter}}",
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
    newestFirst: "Mais recentes primeiro",
    oldestFirst: "Mais antigos primeiro",
  },
  empty: {
    title: "Nenhum pagamento ainda",
    description: "Assim que um comprador escolher pagar com cripto, o pagamento aparecerá aqui.",
  },
  noResults: {
    title: "Sem resultados",
    description:
      "Altere a busca ou os filtros. Um ID de pagamento ou um endereço pode estar cortado no final; um endereço de email precisa estar completo.",
  },
  failure: {
    payments: "Não foi possível carregar os pagamentos",
    unreachable: "Não foi possível acessar o servidor. Tente novamente em instantes.",
    retry: "Tentar novamente",
  },
  export: {
    action: "Exportar",
    running: "Preparando o arquivo CSV…",
    done: "O arquivo CSV está pronto",
    failed: "Não foi possível criar o arquivo CSV",
    rows: "Pagamentos: {{count}}",
    rows_one: "{{count}} pagamento",
    rows_other: "{{count}} pagamentos",
  },
} satisfies InPlainAndTwoForms<typeof english>
