// The handlers that the terminal calls. Everything runs on the timer: it goes on without quotes, and a request never holds up a tick.

/** False while the terminal has no free timer: requested again at each tick. */
bool g_ticking = false;
bool g_tester = false;

int OnInit()
{
  g_tester = MQLInfoInteger(MQL_TESTER) != 0;
  if (g_tester)
  {
    ShowText(Title() + "\nNon funziona nel tester: mettilo su un grafico del conto.");
    PrintOnce("non funziona nel tester, non invia nulla.");
    return INIT_SUCCEEDED;
  }
  StartAdvisor(InpApiUrl, InpToken, InpIntervalSeconds);
  g_ticking = EventSetTimer(1);
  return INIT_SUCCEEDED;
}

void OnDeinit(const int reason)
{
  EventKillTimer();
  StopAdvisor();
}

void OnTick()
{
  if (!g_ticking && !g_tester)
    g_ticking = EventSetTimer(1);
}

void OnTimer()
{
  OnSecond();
}
