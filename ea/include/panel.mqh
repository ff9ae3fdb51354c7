// The chart: one text in its corner, rewritten only when it changes. Short times are said in steps of ten seconds, so that it stands still.

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

/** Writes to the terminal's journal, each thing once until another comes. */
void PrintOnce(const string text)
{
  if (text == g_printed)
    return;
  g_printed = text;
  string line = "TopTrader: " + text;
  StringReplace(line, "\n", " ");
  Print(line);
}

/** A length of time as people say it. */
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

/** What the last accepted answer said, for the chart. */
struct News
{
  bool any;
  /** By `g_now`, and as the PC's clock showed it. */
  long at;
  string clock;
  string message;
  bool warning;
  string latest;
  /** Head and length of the account's public ledger; empty and 0 where the server does not say. */
  string ledger_head;
  long ledger_length;
};

void ReadNews(const string &body, News &news)
{
  news.any = true;
  news.at = g_now;
  news.clock = TimeToString(TimeLocal(), TIME_DATE | TIME_SECONDS);
  news.message = FieldText(body, "message");
  news.warning = FieldText(body, "level") == "warn";
  news.latest = FieldText(body, "latest_ea");
  news.ledger_head = FieldText(body, "ledger_head");
  news.ledger_length = FieldWhole(body, "ledger_length", 0);
}

/** @param connected  without its broker the chart says so itself, at once: the site's sentence on it is older */
string NewsLines(const News &news, const bool connected)
{
  if (!news.any)
    return "Ultimo invio: nessuno da quando sono acceso\n";
  string lines = "Ultimo invio: " + news.clock + " (" + Span(g_now - news.at) + " fa)\n";
  if (news.ledger_head != "")
    lines += "Registro: " + IntegerToString(news.ledger_length) + " - " + news.ledger_head + "\n";
  if (news.latest != "" && news.latest != EA_VERSION)
    lines += "Sul sito trovi la nuova versione " + news.latest + ".\n";
  bool on_broker = StringFind(news.message, ABOUT_BROKER) >= 0;
  if (news.message != "" && !(on_broker && !connected))
    lines += (news.warning ? "Attenzione: " : "") + news.message + "\n";
  return lines;
}
