/** The English texts for browser wallets. They have their own file, because few shoppers load them. */
export const enWallet = {
  walletPay: "Pay from browser wallet",
  walletOpen: "Open in {wallet}",
  walletConfirm: "Confirm the payment in your wallet.",
  walletSent: "Sent",
  walletSentHint: "Do not pay again: this page shows when your payment is seen.",
  walletTransaction: "Show the transaction",
  walletRefused: "You declined in your wallet. Nothing was sent.",
  walletChain: "Your wallet did not switch to {network}. Nothing was sent.",
  walletBalance: "Your wallet does not have enough {asset} on {network}. Nothing was sent.",
  walletFailed:
    "Your wallet reported an error. It may lack {coin} for the network fee. Check that nothing was sent before you try again.",
  walletReverted: "The transaction failed. Nothing was paid.",
}
