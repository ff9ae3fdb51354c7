// The chart: one text in its corner, rewritten only when it changes so that it does not flicker.

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
  if (seconds < 120)
    return IntegerToString(seconds) + " s";
  if (seconds < 7200)
    return IntegerToString(seconds / 60) + " min";
  return IntegerToString(seconds / 3600) + " h";
}

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

string NewsLines(const News &news)
{
  if (!news.any)
    return "Ultimo invio: nessuno da quando sono acceso\n";
  string lines = "Ultimo invio: " + news.clock + " (" + Span(g_now - news.at) + " fa)\n";
  if (news.ledger_head != "")
    lines += "Registro: " + IntegerToString(news.ledger_length) + " - " + news.ledger_head + "\n";
  if (news.latest != "" && news.latest != EA_VERSION)
    lines += "Sul sito trovi la nuova versione " + news.latest + ".\n";
  if (news.message != "")
    lines += (news.warning ? "Attenzione: " : "") + news.message + "\n";
  return lines;
}
