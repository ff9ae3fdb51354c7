// TopTrader for MetaTrader 5: reports the state and the history of the account to the site. It is a reporter only: it calls no trading
// function anywhere, opens nothing, closes nothing, changes nothing. It works with the investor password as well.
#property copyright "TopTrader"
#property link "https://toptrader.example"
#property version "1.10"
#property description "Invia a TopTrader balance, posizioni e storico di questo conto."
#property description "Non apre, non chiude e non modifica operazioni."
#property strict

input string InpApiUrl = "https://toptrader.example"; // InpApiUrl: indirizzo del sito
input string InpToken = ""; // InpToken: lo trovi sul sito
input int InpIntervalSeconds = 300; // InpIntervalSeconds: secondi tra due invii, finche' il sito non ne indica altri

#include "include/text.mqh"
#include "include/mt5/terminal.mqh"
#include "include/json.mqh"
#include "include/records.mqh"
#include "include/mt5/history.mqh"
#include "include/mt5/positions.mqh"
#include "include/clock.mqh"
#include "include/lock.mqh"
#include "include/watch.mqh"
#include "include/request.mqh"
#include "include/answer.mqh"
#include "include/transport.mqh"
#include "include/reaction.mqh"
#include "include/panel.mqh"
#include "include/settling.mqh"
#include "include/advisor.mqh"
#include "include/handlers.mqh"

void OnTrade()
{
  OnTraded();
}
