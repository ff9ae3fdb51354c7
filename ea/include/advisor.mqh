// The advisor: when to send, and the effects of an answer. Its memory may be lost at any time; the cursor is the server's.

const int SMALLEST_BATCH = 10;
const int LARGEST_BATCH = 1000;
/** Requests in a row that the server could not read. After them all requests go without records for an hour. */
const int UNREADABLE_BEFORE_BARE = 3;
/** The most seconds by which ordinary waits are spread: after an outage many advisors would stay in step for ever. */
const int SPREAD = 3;

string g_address = "";
string g_token = "";
/** The error in the inputs; while there is one nothing is sent. */
string g_input_error = "";
Session g_session;
LastAnswer g_last_answer;

/** Milliseconds by `g_now`. */
long g_due = 0;
long g_requested_at = -1;
long g_wait = 300000;
string g_reason = "init";
int g_left = 0;
/** Another advisor held the lock at the last check. */
bool g_waited = false;

/** The problem since the last accepted sync, as the chart says it; empty when all is well. */
string g_problem = "";
int g_failures = 0;
bool g_token_refused = false;
int g_unreadable = 0;
long g_bare_until = 0;
long g_point_at = 0;

long Later(const long one, const long other)
{
  return one > other ? one : other;
}

/** The earliest moment for a request after the last one, except for `more` and 413. */
long EarliestRetry()
{
  return g_requested_at < 0 ? g_now : Later(g_now, g_requested_at + SHORTEST_WAIT * 1000);
}

/** Begins anew on the account that is logged in: nothing of another account remains. */
void BeginSession()
{
  g_session.boot = StringFormat("%08x%04x%04x", (int)((long)TimeGMT() & 0x7FFFFFFF), MathRand(), (int)(GetTickCount() & 0xFFFF));
  g_session.sequence = 0;
  g_session.login = AccountInfoInteger(ACCOUNT_LOGIN);
  g_session.server = AccountInfoString(ACCOUNT_SERVER);
  g_session.cursor.known = false;
  g_session.cursor.from = 0;
  g_session.cursor.after = 0;
  g_session.cursor.batch = 0;
  g_session.cursor.want_positions = true;
  g_session.batch_limit = LARGEST_BATCH;
  g_last_answer.any = false;
  g_reason = "init";
  g_left = 0;
  g_failures = 0;
  g_unreadable = 0;
  g_bare_until = 0;
  g_point_at = g_now;
  ClearWatched();
  AwaitHistory();
  if (g_token_refused)
    return;
  g_problem = "";
  g_due = EarliestRetry();
}

/** False without a login. Another account begins another session: two accounts are never mixed. */
bool WatchAccount()
{
  long login = AccountInfoInteger(ACCOUNT_LOGIN);
  string server = AccountInfoString(ACCOUNT_SERVER);
  if (login <= 0 || Trimmed(server) == "")
    return false;
  if (login == g_session.login && server == g_session.server)
    return true;
  if (g_session.login > 0)
  {
    ReleaseLock(g_session.login);
    PrintOnce("conto cambiato, riparto da capo con " + IntegerToString(login) + ".");
  }
  BeginSession();
  return true;
}

void Accept(const Reply &reply, const Sent &sent)
{
  g_session.cursor.known = true;
  g_session.cursor.from = FieldWhole(reply.body, "history_from", -1);
  g_session.cursor.after = FieldWhole(reply.body, "history_after", 0);
  g_session.cursor.batch = (int)Within(FieldWhole(reply.body, "batch", SMALLEST_BATCH), 1, LARGEST_BATCH);
  g_session.cursor.want_positions = FieldText(reply.body, "want_positions") != "false";
  g_wait = Within(FieldWhole(reply.body, "next_sync", g_wait / 1000), SHORTEST_WAIT, HOUR) * 1000;

  bool bare = g_now < g_bare_until;
  g_due = g_now + (sent.more && !bare ? 2000 : g_wait + (MathRand() % (SPREAD + 1)) * 1000);
  g_reason = sent.more ? "more" : "timer";
  g_left = sent.left;
  g_failures = 0;
  g_token_refused = false;
  g_problem = bare ? "Il sito non capisce alcune operazioni: per ora invio il resto. Scrivi all'assistenza." : "";
  if (!bare)
    g_unreadable = 0;
  g_point_at = g_now;
  ClearWatched();
  ReadLastAnswer(reply.body, g_last_answer);
  PrintOnce(g_last_answer.message == "" ? "collegato al sito." : g_last_answer.message);
}

void Refuse(const Reply &reply, const Sent &sent)
{
  g_failures++;
  Reaction reaction;
  ReactTo(reply, g_failures, g_address, reaction);
  if (reaction.halve && sent.items > SMALLEST_BATCH)
    g_session.batch_limit = (int)Within(sent.items / 2, SMALLEST_BATCH, LARGEST_BATCH);
  else if (reaction.halve)
  {
    // Too many records are not the reason: leave out the other parts, and do not retry every five seconds.
    ClearWatched();
    reaction.wait = BackOff(g_failures);
  }
  if (reaction.unreadable)
  {
    g_unreadable++;
    if (g_unreadable >= UNREADABLE_BEFORE_BARE)
      g_bare_until = g_now + HOUR * 1000;
  }
  else
    g_unreadable = 0;
  g_token_refused = reaction.token_refused;
  g_problem = reaction.text;
  g_due = g_now + reaction.wait * 1000;
  g_reason = "retry";
  PrintOnce(reaction.text);
}

/**
 * Sends one request and handles its answer. A request whose data changed while it was written is written again, at worst a second later.
 */
void Sync()
{
  if (g_bare_until > 0 && g_now >= g_bare_until)
  {
    g_bare_until = 0;
    g_unreadable = 0;
  }
  int limit = g_session.cursor.batch < g_session.batch_limit ? g_session.cursor.batch : g_session.batch_limit;
  if (g_now < g_bare_until)
    limit = 0;

  g_session.sequence++;
  Sent sent;
  bool written = false;
  for (int attempt = 0; attempt < 3 && !written; attempt++)
    written = WriteRequest(g_session, g_reason, limit, sent);
  if (g_number_error)
  {
    g_problem = "Il terminale mostra importi che non sono numeri: non invio nulla.\nRiavvia il terminale. Se dura, chiedi al tuo broker.";
    g_due = g_now + SHORTEST_WAIT * 1000;
    PrintOnce(g_problem);
    return;
  }
  if (!written)
    return;

  Reply reply;
  g_requested_at = g_now;
  Post(g_address, g_token, sent.body, reply);
  AdvanceClock();
  if (IsAccepted(reply))
    Accept(reply, sent);
  else
    Refuse(reply, sent);
}

/** While nothing can be sent, the state of every interval is stored for later. */
void WatchMissed()
{
  if (g_problem == "" || !g_connected || !g_settled || g_now - g_point_at < g_wait)
    return;
  g_point_at = g_now;
  KeepPoint();
}

string ConnectedText()
{
  string text = g_problem == "" ? "Collegato al sito\n" : g_problem + "\n";
  if (g_problem == "" && !g_last_answer.any)
    text = AccountIsKnown() ? "Avvio: attendo lo storico dal broker...\n" : "Avvio: attendo la connessione al broker...\n";
  else if (!g_connected)
    text += "Attenzione: il terminale non ha la connessione al broker: i dati riprendono da soli.\n";
  text += AccountLine(g_session) + LastAnswerLines(g_last_answer, g_connected);
  if (g_left > 0)
    text += "Operazioni ancora da inviare: " + IntegerToString(g_left) + "\n";
  if (g_settled)
    text += "Prossimo invio: tra " + Span(g_due - g_now) + "\n";
  return text;
}

/** Reads the inputs. Called at every start: a change of symbol or period starts the advisor again, with its memory unchanged. */
void StartAdvisor(const string url, const string token, const int interval)
{
  AdvanceClock();
  DrawLockOwner();
  string address = SiteAddress(url);
  string trimmed = Trimmed(token);
  bool same = address == g_address && trimmed == g_token;
  g_address = address;
  g_token = trimmed;
  g_input_error = AddressError(address);
  if (g_input_error == "")
    g_input_error = TokenError(trimmed);
  g_token_refused = false;
  if (!same)
  {
    g_wait = Within(interval, SHORTEST_WAIT, HOUR) * 1000;
    g_session.login = 0;
  }
  else if (g_problem != "")
    g_due = EarliestRetry();
  g_shown = "";
}

void StopAdvisor()
{
  ReleaseLock(g_session.login);
  Comment("");
}

/** The timer's turn, once a second. */
void OnSecond()
{
  AdvanceClock();
  WatchQuote();
  if (g_input_error != "")
  {
    ShowText(Title() + "\n" + g_input_error + "\nPremi F7 sul grafico per correggere.");
    PrintOnce(g_input_error);
    return;
  }
  if (!WatchAccount())
  {
    ShowText(Title() + "\nAttendo che il terminale acceda a un conto.");
    return;
  }
  if (!HoldLock(g_session.login))
  {
    g_waited = true;
    ShowText(Title() + "\nTopTrader lavora su un altro grafico di questo terminale: ne basta uno.\nTogli questo.");
    PrintOnce("un altro grafico invia questo conto, attendo.");
    return;
  }
  // Only the server knows the requests that another advisor has sent meanwhile.
  if (g_waited && g_session.sequence > 0)
    BeginSession();
  g_waited = false;

  if (WatchHistory(g_session))
  {
    // The records that the server did not understand may be those that the terminal did not know yet.
    g_bare_until = 0;
    g_unreadable = 0;
  }
  WatchEquity();
  WatchMissed();
  if (g_settled && g_now >= g_due)
    Sync();
  ShowText(Title() + "\n" + ConnectedText());
}

/** After a trade the state is sent soon: 5 s after it, 20 s after the last request, whichever is later. Never while there is a problem. */
void OnTraded()
{
  AdvanceClock();
  if (g_problem != "" || !g_session.cursor.known)
    return;
  long soon = Later(g_now + 5000, g_requested_at + 20000);
  if (soon >= g_due)
    return;
  g_due = soon;
  g_reason = "trade";
}
