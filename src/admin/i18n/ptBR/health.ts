import type { health as english } from "../en/health"
import type { InPlainAndTwoForms } from "../translation"

export const health = {
  title: "Saúde dos pagamentos",
  state: {
    ok: "Os pagamentos estão fluindo",
    degraded: "Os pagamentos fluem, mas não como deveriam",
    failing: "Os pagamentos estão com problemas",
  },
  level: { degraded: "Degradado", failing: "Com falhas" },
  unknown: "Não foi possível ler a saúde dos pagamentos.",
  unnamed: "Algo está errado",
  lastEvent: "Último evento <when />",
  noEvent: "Nenhum evento chegou ainda",
  since: "Desde: <when />",
  until: "Até <when />",
  payments: "{{count}} pagamento(s)",
  payments_one: "{{count}} pagamento",
  payments_other: "{{count}} pagamentos",
  events: "{{count}} evento(s)",
  events_one: "{{count}} evento",
  events_other: "{{count}} eventos",
  waiting: "Pedidos aguardando pagamento: {{count}}",
  waiting_one: "{{count}} pedido aguarda o pagamento",
  waiting_other: "{{count}} pedidos aguardam o pagamento",
  oldestWaiting: "O mais antigo foi criado <when />",
  links: { connection: "Abrir a conexão", payments: "Ver os pagamentos", attention: "Ver os casos em aberto" },
  reasons: {
    no_connection: {
      title: "Nenhum provedor está registrado",
      message:
        "Nenhum provedor de pagamento deste plugin está registrado, então ninguém pode pagar com cripto. Registre-o no medusa-config como mostra o README e reinicie o Medusa.",
    },
    connection_missing: {
      title: "Há pagamentos à espera de uma conexão não registrada",
      message:
        "Há pagamentos à espera de uma conexão que não está registrada no medusa-config, porque foi removida ou renomeada. Os compradores não podem pagá-los, e o dinheiro que chega para eles não é encontrado. Registre-a de novo com o mesmo id e reinicie o Medusa: tudo o que espera é retomado em até dois minutos.",
    },
    setup_incomplete: {
      title: "Ainda não configurada",
      message:
        "Esta conexão ainda não aceita pagamentos: faltam configurações ou elas não combinam entre si. Insira o que a página dela indica.",
    },
    secrets_unreadable: {
      title: "Os segredos guardados não podem ser abertos",
      message:
        "Nenhuma chave de criptografia do servidor abre os segredos inseridos no admin. Recoloque a chave anterior ou insira os segredos novamente.",
    },
    keys_refused: {
      title: "O serviço recusa as chaves",
      message:
        "O serviço recusa as chaves desta conexão, então os compradores não podem pagar. Copie as chaves novamente do painel do lojista e depois teste a conexão.",
    },
    store_disabled: {
      title: "A loja está desativada no serviço",
      message:
        "A loja está desativada no serviço, então os compradores não podem pagar. Ative-a no painel do lojista e depois teste a conexão.",
    },
    throttled: {
      title: "O serviço pede para aguardar",
      message:
        "O serviço pediu para aguardar um tempo; até lá nada é enviado a ele. Continua automaticamente. Se acontecer com frequência, reduza lookupsPerMinute.",
    },
    service_failing: {
      title: "O serviço não responde como deveria",
      message:
        "As chamadas ao serviço estão falhando, por isso os compradores talvez não consigam pagar. Novas tentativas ocorrem automaticamente. Se continuar, teste a conexão e consulte o serviço.",
    },
    webhooks_lost: {
      title: "Os eventos não chegam",
      message:
        "Pagamentos foram encontrados perguntando ao serviço, e os eventos deles nunca chegaram, então os compradores esperam mais do que deveriam. Compare a URL do webhook na página da conexão com o painel do lojista e verifique se ela pode ser acessada de fora.",
    },
    webhooks_refused: {
      title: "Os eventos são recusados",
      message:
        "Pagamentos foram encontrados perguntando ao serviço, e a última entrega foi recusada, então os compradores esperam mais do que deveriam. Compare o endpoint secret com o painel do lojista. Se a assinatura estiver vencida, acerte o relógio do servidor.",
    },
    sweep_stands_still: {
      title: "O trabalho em segundo plano está parado",
      message:
        "Há trabalho a fazer e ele não é feito: eventos perdidos, novas tentativas e pagamentos tardios esperam. Verifique se um Medusa no modo shared ou worker está rodando e se o log dele não mostra erros. Se estiver, reinicie-o: isso também traz de volta uma agenda que o Redis perdeu. Depois de muitos pagamentos ao mesmo tempo, ele se recupera sozinho, e mais rápido com mais um worker.",
    },
    paid_not_settled: {
      title: "Pago, mas ainda em nenhum pedido",
      message:
        "Chegou dinheiro que ainda não está em nenhum pedido, o que deveria levar segundos. Uma nova tentativa ocorre automaticamente. O log do servidor diz o que o impede. Depois de muitos pagamentos ao mesmo tempo, os pedidos são capturados um após o outro, e mais rápido com mais um worker.",
    },
    settling_fails: {
      title: "O registro dos pagamentos falha",
      message:
        "Uma falha na loja impede que o dinheiro recebido chegue aos seus pedidos. Abra os casos a resolver, corrija o que eles indicam e tente novamente.",
    },
    events_failing: {
      title: "Não é possível processar eventos",
      message:
        "Uma falha na loja impede que os eventos do serviço sejam processados. Abra os casos a resolver, corrija o que eles indicam e tente novamente.",
    },
    clock_off: {
      title: "Os relógios não coincidem",
      message:
        "Os relógios deste servidor e do banco de dados dele não coincidem. Eventos assinados podem ser recusados e o trabalho pode atrasar. Acerte os dois por NTP.",
    },
  },
} satisfies InPlainAndTwoForms<typeof english>
