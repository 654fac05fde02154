import type { attention as english } from "../en/attention"
import type { InPlainAndTwoForms } from "../translation"

export const attention = {
  title: "Casos em aberto",
  unnamed: "Requer atenção",
  detail: "Motivo informado:",
  noOrder: "Sem pedido",
  waiting: "Em espera",
  failure: "Não foi possível carregar os casos em aberto",
  empty: {
    title: "Está tudo bem",
    description:
      "Nenhum pagamento precisa de você. O que não puder ser aplicado automaticamente aparece aqui, com o que pode ser feito.",
  },
  event: {
    kind: "Evento",
    id: "ID do evento",
    unnamed: "Evento sem nome",
    received: "Recebido",
    attempts: "Tentativas",
    nextAttempt: "Próxima tentativa",
    body: "O que o serviço enviou",
  },
  reasons: {
    session_gone: {
      title: "Pago, mas nenhum pedido espera por este dinheiro",
      message:
        "O carrinho foi alterado ou abandonado depois que o endereço foi exibido. Peça ao comprador que conclua o checkout com o mesmo total, ou devolva o dinheiro e registre o envio.",
    },
    amount_differs: {
      title: "Pago, mas agora outro valor é solicitado",
      message:
        "Agora se deve menos, ou é pedido um valor ou uma moeda diferente da cotação. Compare os dois, altere o pedido e tente de novo, ou devolva o dinheiro e registre o envio.",
    },
    cart_total_differs: {
      title: "Pago, mas o total do carrinho mudou",
      message:
        "O carrinho vale um valor diferente do que foi pago. Compare os dois e tente novamente, ou devolva o dinheiro e registre o envio.",
    },
    another_session_open: {
      title: "Pago, mas há outro pagamento aberto no mesmo carrinho",
      message: "O carrinho também tem outra sessão de pagamento aberta. Remova a outra e tente novamente.",
    },
    cart_will_not_complete: {
      title: "Pago, mas o carrinho não pode virar um pedido",
      message:
        "Corrija o que o motivo abaixo indica e tente novamente. Uma nova tentativa também ocorre automaticamente.",
    },
    no_order: {
      title: "Pago, mas sem carrinho e sem pedido",
      message:
        "Não há carrinho nem pedido para este dinheiro: o carrinho foi excluído. Devolva o dinheiro e registre o envio, ou resolva com o comprador e feche com uma nota.",
    },
    order_canceled: {
      title: "Pago depois que o pedido foi cancelado",
      message: "Devolva o dinheiro e registre o envio.",
    },
    order_paid_otherwise: {
      title: "Pago, mas o pedido não deve nada",
      message:
        "O pedido não deve mais nada: foi pago ou creditado de outra forma. Devolva este dinheiro e registre o envio.",
    },
    payout_due: {
      title: "Pedido cancelado, dinheiro a devolver",
      message:
        "O pedido foi cancelado depois de pago, e o dinheiro ainda está na sua carteira. Devolva-o e registre o envio.",
    },
    order_overpaid: {
      title: "Foi pago mais do que o pedido custa",
      message:
        "O pedido ficou mais barato depois de pago, ou também foi pago de outra forma. Devolva a diferença e registre o envio.",
    },
    partly_sent_back: {
      title: "Devolvido em parte",
      message:
        "Parte deste dinheiro foi devolvida, portanto nenhum pedido pode receber o que resta. Devolva o restante e registre o envio, ou feche com uma nota.",
    },
    test_money: {
      title: "Pago com moedas de teste",
      message:
        "O comprador pagou com moedas de teste. Elas não valem nada, e o pedido ou carrinho precisa ser pago com dinheiro real, por isso nenhum pedido as recebeu. Feche este caso com uma nota.",
    },
    other_account: {
      title: "Pago com chaves diferentes das atuais",
      message:
        "O comprador pagou uma solicitação feita com outra API key ou outra URL base que não as que a conexão tem agora, quase sempre porque as chaves foram trocadas nesse meio-tempo. Confira no painel do lojista se o dinheiro está lá e então aplique-o ao pedido, ou devolva-o e registre o envio. Com as chaves anteriores de volta, é possível tentar de novo.",
    },
    connection_gone: {
      title: "A conexão não está registrada",
      message:
        "A conexão não está registrada no medusa-config, por isso o serviço dela não pode ser consultado e nenhum pedido pode receber o dinheiro. Registre-a de novo com o mesmo id e reinicie o Medusa: tudo o que espera é retomado em até dois minutos.",
    },
    settling_failed: {
      title: "Pago, mas ainda não está no pedido",
      message:
        "Uma falha na loja impediu que o pagamento chegasse ao pedido. Uma nova tentativa ocorre automaticamente.",
    },
    event_failed: {
      title: "Não foi possível processar um evento",
      message:
        "O serviço informou um pagamento, e uma falha na loja impediu que o evento fosse processado. Uma nova tentativa ocorre automaticamente.",
    },
    unknown_payment: {
      title: "O serviço informou um pagamento que esta loja nunca pediu",
      message: "Compare o que ele enviou com o painel do lojista do seu serviço. Se não for seu, feche com uma nota.",
    },
  },
} satisfies InPlainAndTwoForms<typeof english>
