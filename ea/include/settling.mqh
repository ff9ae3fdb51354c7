// Detects when the broker's amounts and history have come: docs/ea-protocol.md, first request.

/** Milliseconds without a change after which a history that explains the balance is accepted, and the longest wait for any other. */
const long HISTORY_QUIET = 5000;
const long HISTORY_PATIENCE = 60000;

int g_shown_count = -1;
double g_shown_balance = 0.0;
long g_settling_since = 0;
long g_quiet_since = 0;
/** The history at the last sum explains the balance. */
bool g_added_up = false;
bool g_explained = false;

/** Waits for the broker's amounts and history: right after a login an empty list is not "no trades". */
void AwaitHistory()
{
  g_settled = false;
  g_shown_count = -1;
  g_settling_since = g_now;
  g_quiet_since = g_now;
}

/** Whether the shown records add up to the balance. An account without any may not have come yet. */
bool ExplainsBalance(const Session &session)
{
  Ledger ledger;
  Page page;
  ClearLedger(ledger);
  ClearPage(page, 0);
  if (!ReadHistory(session.cursor, ledger, page) || ledger.count == 0)
    return false;
  return MathAbs(ledger.net - AccountInfoDouble(ACCOUNT_BALANCE)) < 0.51 * MathPow(10.0, -MoneyDigits());
}

/** Before the login the terminal knows no amounts, takes every account for a demo, and may know no currency. */
bool AccountIsKnown()
{
  return g_connected && Trimmed(AccountInfoString(ACCOUNT_CURRENCY)) != "";
}

/** True where the connection to the broker has just come. */
bool WatchHistory(const Session &session)
{
  bool connected = TerminalInfoInteger(TERMINAL_CONNECTED) != 0;
  bool came = connected && !g_connected;
  if (came)
    AwaitHistory();
  g_connected = connected;
  if (g_settled)
    return came;
  // The first request binds the account: an account that is not loaded yet sends nothing.
  if (!session.cursor.known && !AccountIsKnown())
  {
    AwaitHistory();
    return came;
  }
  int shown = HistoryShown();
  double balance = AccountInfoDouble(ACCOUNT_BALANCE);
  if (shown != g_shown_count || balance != g_shown_balance)
  {
    g_quiet_since = g_now;
    g_added_up = false;
  }
  g_shown_count = shown;
  g_shown_balance = balance;
  bool quiet = connected && g_now - g_quiet_since >= HISTORY_QUIET;
  if (quiet && !g_added_up)
  {
    g_explained = ExplainsBalance(session);
    g_added_up = true;
  }
  g_settled = (quiet && g_explained) || g_now - g_settling_since >= HISTORY_PATIENCE;
  return came;
}
