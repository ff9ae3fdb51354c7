// The chart: one text in its corner, rewritten only when it changes. Short times are rounded to ten seconds, so that it stands still.

string Title()
{
  return "TopTrader " + EA_VERSION;
}

string g_shown = "";
string g_printed = "";

void ShowText(const string text)
{
  if (text == g_shown)
    return;
  g_shown = text;
  Comment(text);
}

/** Writes to the terminal's journal, each text once until another comes. */
void PrintOnce(const string text)
{
  if (text == g_printed)
    return;
  g_printed = text;
  string line = "TopTrader: " + text;
  StringReplace(line, "\n", " ");
  Print(line);
}

/** A length of time in people's words. */
string Span(const long milliseconds)
{
  long seconds = milliseconds > 0 ? milliseconds / 1000 : 0;
  if (seconds < 10)
    return "pochi secondi";
  if (seconds < 120)
    return IntegerToString(seconds / 10 * 10) + " s";
  if (seconds < 7200)
    return IntegerToString(seconds / 60) + " min";
  return IntegerToString(seconds / 3600) + " h";
}

/** Part of the site's sentence on a terminal without its broker. */
const string ABOUT_BROKER = "collegato al broker";

string AccountLine(const Session &session)
{
  return "Conto " + IntegerToString(session.login) + " - " + session.server + " (" + AccountInfoString(ACCOUNT_CURRENCY) + ")\n";
}

/** The last accepted answer, for the chart. */
struct LastAnswer
{
  bool any;
  /** By `g_now`, and by the PC's clock. */
  long at;
  string clock;
  string message;
  bool warning;
  string latest;
  /** Head and length of the account's public ledger; empty and 0 where the server sends none. */
  string ledger_head;
  long ledger_length;
};

void ReadLastAnswer(const string &body, LastAnswer &last)
{
  last.any = true;
  last.at = g_now;
  last.clock = TimeToString(TimeLocal(), TIME_DATE | TIME_SECONDS);
  last.message = FieldText(body, "message");
  last.warning = FieldText(body, "level") == "warn";
  last.latest = FieldText(body, "latest_ea");
  last.ledger_head = FieldText(body, "ledger_head");
  last.ledger_length = FieldWhole(body, "ledger_length", 0);
}

/** @param connected  false: the chart itself reports the missing broker at once; the site's sentence on it is older */
string LastAnswerLines(const LastAnswer &last, const bool connected)
{
  if (!last.any)
    return "Ultimo invio: nessuno da quando sono acceso\n";
  string lines = "Ultimo invio: " + last.clock + " (" + Span(g_now - last.at) + " fa)\n";
  if (last.ledger_head != "")
    lines += "Registro: " + IntegerToString(last.ledger_length) + " - " + last.ledger_head + "\n";
  if (last.latest != "" && last.latest != EA_VERSION)
    lines += "Sul sito trovi la nuova versione " + last.latest + ".\n";
  bool on_broker = StringFind(last.message, ABOUT_BROKER) >= 0;
  if (last.message != "" && !(on_broker && !connected))
    lines += (last.warning ? "Attenzione: " : "") + last.message + "\n";
  return lines;
}
