import type { payments as english } from "../en/payments"
import type { InTwoForms } from "../translation"

export const payments = {
  title: "Paiements crypto",
  attentionTitle: "Paiements crypto : à traiter",
  tabs: {
    payments: "Paiements",
    attention: "À traiter",
    open_one: "{{count}} cas ouvert",
    open_other: "{{count}} cas ouverts",
  },
  fields: {
    payment: "Paiement",
    status: "Statut",
    order: "Commande",
    email: "Email",
    amount: "Montant",
    asset: "Cryptomonnaie",
    paidIn: "En crypto",
    connection: "Connexion",
    mode: "Mode",
    created: "Créé",
  },
  search: "ID de paiement, adresse, commande ou email",
  modes: {
    live: "Production",
    test: "Test",
  },
  test: "Test",
  superseded: "Remplacé",
  supersededHint: "Une cotation plus récente a pris sa place. Il est tout de même surveillé.",
  confirmations_one: "{{count}} confirmation",
  confirmations_other: "{{count}} confirmations",
  openPayment: "Ouvrir le paiement {{id}}",
  openOrder: "Ouvrir la commande {{order}}",
  removeFilter: "Retirer le filtre : {{filter}}",
  networks: {
    bitcoin: "Bitcoin",
    litecoin: "Litecoin",
    dogecoin: "Dogecoin",
    dash: "Dash",
    base: "Base",
    polygon: "Polygon",
  },
  order: {
    label: "Trier",
    newestFirst: "Plus récents d'abord",
    oldestFirst: "Plus anciens d'abord",
  },
  empty: {
    title: "Aucun paiement pour l'instant",
    description: "Dès qu'un acheteur choisit de payer en crypto, le paiement apparaît ici.",
  },
  noResults: {
    title: "Aucun résultat",
    description:
      "Modifiez la recherche ou les filtres. Un ID de paiement ou une adresse peut être coupé à la fin ; une adresse email doit être entière.",
  },
  failure: {
    payments: "Les paiements n'ont pas pu être chargés",
    unreachable: "Le serveur est injoignable. Réessayez dans un instant.",
    retry: "Réessayer",
  },
  export: {
    action: "Exporter",
    running: "Préparation du fichier CSV…",
    done: "Le fichier CSV est prêt",
    failed: "Le fichier CSV n'a pas pu être créé",
    rows_one: "{{count}} paiement",
    rows_other: "{{count}} paiements",
  },
} satisfies InTwoForms<typeof english>
