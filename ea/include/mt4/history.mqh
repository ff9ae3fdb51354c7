// MetaTrader 4: the history is the closed orders of the tab "Storico conto", in no certain order.

/** OrderType() of rows that are no orders; the language has no names for them. */
const int BALANCE_ROW = 6;
const int CREDIT_ROW = 7;

/** The number of rows that the terminal shows. */
int HistoryShown()
{
  return OrdersHistoryTotal();
}

/** Cancelled pending orders (types 2 to 5) moved no money and are no records. */
bool IsRecord(const int type)
{
  return type == OP_BUY || type == OP_SELL || type == BALANCE_ROW || type == CREDIT_ROW;
}

/** The booking time of the selected row. Some brokers give balance rows no close time. */
long RowTime()
{
  long closed = (long)OrderCloseTime();
  return closed > 0 ? closed : (long)OrderOpenTime();
}

/** Reads all rows once: their sum, and the page that the server requests. False where the list changed meanwhile. */
bool ReadHistory(const Cursor &cursor, Ledger &ledger, Page &page)
{
  int digits = MoneyDigits();
  int total = OrdersHistoryTotal();
  for (int i = 0; i < total; i++)
  {
    if (!OrderSelect(i, SELECT_BY_POS, MODE_HISTORY))
      return false;
    int type = OrderType();
    if (!IsRecord(type))
      continue;
    double net = 0.0;
    if (type != CREDIT_ROW)
      net = Rounded(OrderProfit(), digits) + Rounded(OrderSwap(), digits) + Rounded(OrderCommission(), digits);
    CountRecord(ledger, RowTime(), net);
    OfferRecord(page, cursor, RowTime(), OrderTicket(), i);
  }
  return total == OrdersHistoryTotal();
}

string RowTypeName(const int type)
{
  if (type == OP_BUY)
    return "buy";
  if (type == OP_SELL)
    return "sell";
  return type == CREDIT_ROW ? "credit" : "balance";
}

/** One record as JSON; empty where the list has changed since it was read. */
string HistoryItem(const RecordKey &key)
{
  if (!OrderSelect(key.index, SELECT_BY_POS, MODE_HISTORY) || OrderTicket() != key.ticket)
    return "";
  int type = OrderType();
  bool traded = type == OP_BUY || type == OP_SELL;
  string symbol = traded ? OrderSymbol() : "";
  int digits = PriceDigits(symbol);
  return "{\"ticket\":" + JsonId(key.ticket) +
         ",\"type\":\"" + RowTypeName(type) +
         "\",\"symbol\":" + JsonText(symbol, 64) +
         ",\"lots\":" + Lots(traded ? OrderLots() : 0.0) +
         ",\"open_time\":" + IntegerToString((long)OrderOpenTime()) +
         ",\"open_price\":" + Price(OrderOpenPrice(), digits) +
         ",\"close_time\":" + IntegerToString(key.time) +
         ",\"close_price\":" + Price(OrderClosePrice(), digits) +
         ",\"sl\":" + Price(OrderStopLoss(), digits) +
         ",\"tp\":" + Price(OrderTakeProfit(), digits) +
         ",\"profit\":" + Money(OrderProfit()) +
         ",\"swap\":" + Money(OrderSwap()) +
         ",\"commission\":" + Money(OrderCommission()) +
         ",\"magic\":" + JsonId(OrderMagicNumber()) +
         ",\"comment\":" + JsonText(OrderComment(), 256) + "}";
}
