// The body of a sync: docs/ea-protocol.md, request.

#define EA_VERSION "1.1.0"
const int POSITIONS_SENT = 500;
const int MARKED_ORDERS_SENT = 100;
/** Start of the comment that proves the account's owner. */
const string PROOF_MARK = "TT-";
/** Letters after which no more records are added: with all positions, bodies stay below 400 KB. */
const int BODY_FULL = 150000;

/** The state of one start of the advisor on one account; another account begins another. */
struct Session
{
  /** Random: distinguishes this start from others of the account. */
  string boot;
  long sequence;
  long login;
  string server;
  Cursor cursor;
  /** Records in a request, lowered where the server found one too large. */
  int batch_limit;
};

/** The content of a request, for the handling of its answer. */
struct Sent
{
  string body;
  int items;
  /** Records that the server requested and this request did not hold. */
  int left;
  bool more;
};

string AccountBlock(const Session &session)
{
  string mode = "real";
  ENUM_ACCOUNT_TRADE_MODE kind = (ENUM_ACCOUNT_TRADE_MODE)AccountInfoInteger(ACCOUNT_TRADE_MODE);
  if (kind == ACCOUNT_TRADE_MODE_DEMO)
    mode = "demo";
  if (kind == ACCOUNT_TRADE_MODE_CONTEST)
    mode = "contest";
  return "{\"login\":" + JsonId(session.login) + ",\"server\":" + JsonText(session.server, 128) +
         ",\"company\":" + JsonText(AccountInfoString(ACCOUNT_COMPANY), 128) +
         ",\"currency\":" + JsonText(AccountInfoString(ACCOUNT_CURRENCY), 12) +
         ",\"digits\":" + IntegerToString(MoneyDigits()) +
         ",\"leverage\":" + IntegerToString(AccountInfoInteger(ACCOUNT_LEVERAGE)) + ",\"trade_mode\":\"" + mode + "\"" + MarginModeField() +
         ",\"trade_allowed\":" + JsonBool(AccountInfoInteger(ACCOUNT_TRADE_ALLOWED) != 0) + "}";
}

/** The price whose age is sent: a newer one may have come since. */
string TimeBlock()
{
  return "{\"tick\":" + IntegerToString(g_quote) + ",\"tick_age\":" + IntegerToString(QuoteAge()) + ServerTimeField() +
         ",\"gmt\":" + IntegerToString((long)TimeGMT()) + ",\"connected\":" + JsonBool(TerminalInfoInteger(TERMINAL_CONNECTED) != 0) + "}";
}

string SnapshotBlock(const bool want_positions)
{
  WatchEquity();
  string positions = "";
  int open = OpenPositions(want_positions ? POSITIONS_SENT : 0, positions);
  return "{\"balance\":" + Money(AccountInfoDouble(ACCOUNT_BALANCE)) + ",\"credit\":" + Money(AccountInfoDouble(ACCOUNT_CREDIT)) +
         ",\"equity\":" + Money(AccountInfoDouble(ACCOUNT_EQUITY)) + ",\"floating\":" + Money(AccountInfoDouble(ACCOUNT_PROFIT)) +
         ",\"margin\":" + Money(AccountInfoDouble(ACCOUNT_MARGIN)) + ",\"free\":" + Money(AccountInfoDouble(ACCOUNT_MARGIN_FREE)) +
         ExtremesFields() + ",\"open_count\":" + IntegerToString(open) + (want_positions ? ",\"positions\":[" + positions + "]" : "") + "}";
}

string LedgerBlock(const Ledger &ledger)
{
  return "{\"count\":" + IntegerToString(ledger.count) + ",\"net\":" + Money(ledger.net) + ",\"first\":" + IntegerToString(ledger.first) +
         ",\"last\":" + IntegerToString(ledger.last) + "}";
}

/** The page as JSON, as far as the body has room. Returns the number of its records, -1 where the history changed meanwhile. */
int WriteItems(const Page &page, string &items)
{
  int written = 0;
  while (written < page.size && StringLen(items) < BODY_FULL)
  {
    string item = HistoryItem(page.keys[written]);
    if (item == "")
      return -1;
    items += (written == 0 ? "" : ",") + item;
    written++;
  }
  return written;
}

/** Whether the account is still the same, in the same state, as at the request's beginning. */
bool IsUnchanged(const Session &session, const double balance, const int shown)
{
  return AccountInfoInteger(ACCOUNT_LOGIN) == session.login && AccountInfoString(ACCOUNT_SERVER) == session.server &&
         AccountInfoDouble(ACCOUNT_BALANCE) == balance && HistoryShown() == shown;
}

/**
 * Writes one request. A terminal gives no lock on its account: where a trade closed meanwhile, balance and history would not match, and the
 * result is false.
 * @param reason  its cause: init, timer, trade, more, retry
 * @param limit   records at most
 */
bool WriteRequest(const Session &session, const string reason, const int limit, Sent &sent)
{
  double balance = AccountInfoDouble(ACCOUNT_BALANCE);
  int shown = HistoryShown();
  g_number_error = false;

  Ledger ledger;
  Page page;
  ClearLedger(ledger);
  ClearPage(page, session.cursor.known ? limit : 0);
  if (!ReadHistory(session.cursor, ledger, page))
    return false;
  string items = "";
  sent.items = WriteItems(page, items);
  if (sent.items < 0)
    return false;
  sent.left = page.wanted - sent.items;
  sent.more = !session.cursor.known || sent.left > 0;

  string points = PointsList();
  string orders = MarkedOrders(PROOF_MARK, MARKED_ORDERS_SENT);
  sent.body = "{\"v\":1,\"ea\":{\"version\":\"" + EA_VERSION + "\",\"platform\":\"" + PLATFORM +
              "\",\"build\":" + IntegerToString(TerminalInfoInteger(TERMINAL_BUILD)) + "},\"sync\":{\"boot\":\"" + session.boot +
              "\",\"seq\":" + IntegerToString(session.sequence) + ",\"reason\":\"" + reason +
              "\",\"sent_gmt\":" + IntegerToString((long)TimeGMT()) + "},\"account\":" + AccountBlock(session) + ",\"time\":" + TimeBlock() +
              ",\"snapshot\":" + SnapshotBlock(!session.cursor.known || session.cursor.want_positions) +
              (points == "" ? "" : ",\"points\":[" + points + "]") + ",\"ledger\":" + LedgerBlock(ledger) +
              (orders == "" ? "" : ",\"orders\":[" + orders + "]") + ",\"history\":{\"kind\":\"" + HISTORY_KIND +
              "\",\"more\":" + JsonBool(sent.more) + ",\"items\":[" + items + "]}}";
  return IsUnchanged(session, balance, shown);
}
