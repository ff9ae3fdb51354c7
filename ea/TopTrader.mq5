// TopTrader for MetaTrader 5: reports the state and the history of the account to the site. It is a reporter only: it calls no trading
// function anywhere, opens nothing, closes nothing, changes nothing. It works with the investor password as well.
#property copyright "TopTrader"
#property link "https://toptrader.example"
#property version "1.00"
#property description "Invia a TopTrader saldo, posizioni e storico di questo conto."
#property description "Non apre, non chiude e non modifica operazioni."
#property strict

input string InpApiUrl = "https://toptrader.example"; // Indirizzo del sito
input string InpToken = ""; // Token (lo trovi sul sito)
input int InpIntervalSeconds = 300; // Secondi tra due invii, finche' il sito non ne indica altri

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
#include "include/advisor.mqh"

int OnInit()
{
  if (MQLInfoInteger(MQL_TESTER) != 0)
  {
    ShowText(Title() + "\nNon funziona nel tester: mettilo su un grafico del conto.");
    PrintOnce("non funziona nel tester, non invia nulla.");
    return INIT_SUCCEEDED;
  }
  StartAdvisor(InpApiUrl, InpToken, InpIntervalSeconds);
  EventSetTimer(1);
  return INIT_SUCCEEDED;
}

void OnDeinit(const int reason)
{
  EventKillTimer();
  StopAdvisor();
}

/** Everything runs on the timer: it goes on without quotes, and a request never holds up a tick. */
void OnTick()
{
}

void OnTimer()
{
  OnSecond();
}

void OnTrade()
{
  OnTraded();
}
