// MetaTrader 5: the open positions.

/** Open positions as JSON, the first `longest` of them. Returns the number of all. */
int OpenPositions(const int longest, string &items)
{
  int count = 0;
  int total = PositionsTotal();
  for (int i = 0; i < total; i++)
  {
    ulong ticket = PositionGetTicket(i);
    if (ticket == 0)
      continue;
    count++;
    if (count > longest)
      continue;
    string symbol = PositionGetString(POSITION_SYMBOL);
    int digits = PriceDigits(symbol);
    bool buy = (ENUM_POSITION_TYPE)PositionGetInteger(POSITION_TYPE) == POSITION_TYPE_BUY;
    items += (items == "" ? "" : ",") + "{\"id\":" + JsonId(PositionGetInteger(POSITION_IDENTIFIER)) +
             ",\"ticket\":" + JsonId((long)ticket) +
             ",\"symbol\":" + JsonText(symbol, 64) +
             ",\"side\":\"" + (buy ? "buy" : "sell") +
             "\",\"volume\":" + Lots(PositionGetDouble(POSITION_VOLUME)) +
             ",\"open_time\":" + IntegerToString(PositionGetInteger(POSITION_TIME)) +
             ",\"open_price\":" + Price(PositionGetDouble(POSITION_PRICE_OPEN), digits) +
             ",\"price\":" + Price(PositionGetDouble(POSITION_PRICE_CURRENT), digits) +
             ",\"sl\":" + Price(PositionGetDouble(POSITION_SL), digits) +
             ",\"tp\":" + Price(PositionGetDouble(POSITION_TP), digits) +
             ",\"profit\":" + Money(PositionGetDouble(POSITION_PROFIT)) +
             ",\"swap\":" + Money(PositionGetDouble(POSITION_SWAP)) +
             ",\"magic\":" + JsonId(PositionGetInteger(POSITION_MAGIC)) + "}";
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
    ulong ticket = OrderGetTicket(i);
    if (ticket == 0)
      continue;
    string comment = OrderGetString(ORDER_COMMENT);
    if (!StartsWith(comment, start))
      continue;
    count++;
    items += (items == "" ? "" : ",") + "{\"ticket\":" + JsonId((long)ticket) + ",\"comment\":" + JsonText(comment, 256) + "}";
  }
  return items;
}
