// MetaTrader 4: the open positions. They share one list with pending orders.

/** Open positions as JSON, the first `longest` of them. Returns the number of all. */
int OpenPositions(const int longest, string &items)
{
  int count = 0;
  int total = OrdersTotal();
  for (int i = 0; i < total; i++)
  {
    if (!OrderSelect(i, SELECT_BY_POS, MODE_TRADES))
      continue;
    int type = OrderType();
    if (type != OP_BUY && type != OP_SELL)
      continue;
    count++;
    if (count > longest)
      continue;
    string symbol = OrderSymbol();
    int digits = PriceDigits(symbol);
    items += (items == "" ? "" : ",") + "{\"id\":" + JsonId(OrderTicket()) +
             ",\"ticket\":" + JsonId(OrderTicket()) +
             ",\"symbol\":" + JsonText(symbol, 64) +
             ",\"side\":\"" + (type == OP_BUY ? "buy" : "sell") +
             "\",\"volume\":" + Lots(OrderLots()) +
             ",\"open_time\":" + IntegerToString((long)OrderOpenTime()) +
             ",\"open_price\":" + Price(OrderOpenPrice(), digits) +
             ",\"price\":" + Price(OrderClosePrice(), digits) +
             ",\"sl\":" + Price(OrderStopLoss(), digits) +
             ",\"tp\":" + Price(OrderTakeProfit(), digits) +
             ",\"profit\":" + Money(OrderProfit()) +
             ",\"swap\":" + Money(OrderSwap()) +
             ",\"commission\":" + Money(OrderCommission()) +
             ",\"magic\":" + JsonId(OrderMagicNumber()) + "}";
  }
  return count;
}

/** Pending orders whose comment starts with `start`, as JSON: only the owner of an account can place one. */
string MarkedOrders(const string start, const int longest)
{
  string items = "";
  int count = 0;
  int total = OrdersTotal();
  for (int i = 0; i < total && count < longest; i++)
  {
    if (!OrderSelect(i, SELECT_BY_POS, MODE_TRADES))
      continue;
    int type = OrderType();
    if (type == OP_BUY || type == OP_SELL || !StartsWith(OrderComment(), start))
      continue;
    count++;
    items += (items == "" ? "" : ",") + "{\"ticket\":" + JsonId(OrderTicket()) + ",\"comment\":" + JsonText(OrderComment(), 256) + "}";
  }
  return items;
}
