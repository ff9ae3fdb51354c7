// MetaTrader 5: the history is a list of deals.

string DealTypeName(const ENUM_DEAL_TYPE type)
{
  switch (type)
  {
    case DEAL_TYPE_BUY:
      return "buy";
    case DEAL_TYPE_SELL:
      return "sell";
    case DEAL_TYPE_BALANCE:
      return "balance";
    case DEAL_TYPE_CREDIT:
      return "credit";
    case DEAL_TYPE_CHARGE:
      return "charge";
    case DEAL_TYPE_CORRECTION:
      return "correction";
    case DEAL_TYPE_BONUS:
      return "bonus";
    case DEAL_TYPE_COMMISSION:
      return "commission";
    case DEAL_TYPE_COMMISSION_DAILY:
      return "commission_daily";
    case DEAL_TYPE_COMMISSION_MONTHLY:
      return "commission_monthly";
    case DEAL_TYPE_COMMISSION_AGENT_DAILY:
      return "commission_agent_daily";
    case DEAL_TYPE_COMMISSION_AGENT_MONTHLY:
      return "commission_agent_monthly";
    case DEAL_TYPE_INTEREST:
      return "interest";
    case DEAL_TYPE_BUY_CANCELED:
      return "buy_canceled";
    case DEAL_TYPE_SELL_CANCELED:
      return "sell_canceled";
    case DEAL_DIVIDEND:
      return "dividend";
    case DEAL_DIVIDEND_FRANKED:
      return "dividend_franked";
    case DEAL_TAX:
      return "tax";
    default:
      return "other";
  }
}

string DealEntryName(const ENUM_DEAL_ENTRY entry)
{
  switch (entry)
  {
    case DEAL_ENTRY_IN:
      return "in";
    case DEAL_ENTRY_OUT:
      return "out";
    case DEAL_ENTRY_INOUT:
      return "inout";
    case DEAL_ENTRY_OUT_BY:
      return "out_by";
    default:
      return "";
  }
}

string DealReasonName(const ENUM_DEAL_REASON reason)
{
  switch (reason)
  {
    case DEAL_REASON_CLIENT:
      return "client";
    case DEAL_REASON_MOBILE:
      return "mobile";
    case DEAL_REASON_WEB:
      return "web";
    case DEAL_REASON_EXPERT:
      return "expert";
    case DEAL_REASON_SL:
      return "sl";
    case DEAL_REASON_TP:
      return "tp";
    case DEAL_REASON_SO:
      return "so";
    case DEAL_REASON_ROLLOVER:
      return "rollover";
    case DEAL_REASON_VMARGIN:
      return "vmargin";
    case DEAL_REASON_SPLIT:
      return "split";
    default:
      return "other";
  }
}

/**
 * Makes the program's own list of all deals. Its end lies after both clocks: the trade server's follows the PC's, which may be set back,
 * and a weekend's bookings are newer than the last quote.
 */
bool SelectHistory()
{
  datetime quote = TimeCurrent();
  datetime server = TimeTradeServer();
  datetime last = quote > server ? quote : server;
  return HistorySelect(0, last + 7 * 86400);
}

/** The number of deals that the terminal shows; -1 where it cannot say. */
int HistoryShown()
{
  return SelectHistory() ? HistoryDealsTotal() : -1;
}

/** Reads all deals once: their sum, and the page that the server requests. The list stays selected for `HistoryItem`. */
bool ReadHistory(const Cursor &cursor, Ledger &ledger, Page &page)
{
  if (!SelectHistory())
    return false;
  int digits = MoneyDigits();
  int total = HistoryDealsTotal();
  for (int i = 0; i < total; i++)
  {
    ulong deal = HistoryDealGetTicket(i);
    if (deal == 0)
      return false;
    double net = 0.0;
    if ((ENUM_DEAL_TYPE)HistoryDealGetInteger(deal, DEAL_TYPE) != DEAL_TYPE_CREDIT)
      net = Rounded(HistoryDealGetDouble(deal, DEAL_PROFIT), digits) + Rounded(HistoryDealGetDouble(deal, DEAL_SWAP), digits) +
            Rounded(HistoryDealGetDouble(deal, DEAL_COMMISSION), digits) + Rounded(HistoryDealGetDouble(deal, DEAL_FEE), digits);
    long time = HistoryDealGetInteger(deal, DEAL_TIME);
    CountRecord(ledger, time, net);
    OfferRecord(page, cursor, time, (long)deal, i);
  }
  return true;
}

/** One record as JSON. */
string HistoryItem(const RecordKey &key)
{
  ulong deal = (ulong)key.ticket;
  string symbol = HistoryDealGetString(deal, DEAL_SYMBOL);
  int digits = PriceDigits(symbol);
  return "{\"ticket\":" + JsonId(key.ticket) +
         ",\"order\":" + JsonId(HistoryDealGetInteger(deal, DEAL_ORDER)) +
         ",\"position\":" + JsonId(HistoryDealGetInteger(deal, DEAL_POSITION_ID)) +
         ",\"time\":" + IntegerToString(key.time) +
         ",\"msc\":" + IntegerToString(HistoryDealGetInteger(deal, DEAL_TIME_MSC) % 1000) +
         ",\"type\":\"" + DealTypeName((ENUM_DEAL_TYPE)HistoryDealGetInteger(deal, DEAL_TYPE)) +
         "\",\"entry\":\"" + DealEntryName((ENUM_DEAL_ENTRY)HistoryDealGetInteger(deal, DEAL_ENTRY)) +
         "\",\"symbol\":" + JsonText(symbol, 64) +
         ",\"volume\":" + Lots(HistoryDealGetDouble(deal, DEAL_VOLUME)) +
         ",\"price\":" + Price(HistoryDealGetDouble(deal, DEAL_PRICE), digits) +
         ",\"profit\":" + Money(HistoryDealGetDouble(deal, DEAL_PROFIT)) +
         ",\"swap\":" + Money(HistoryDealGetDouble(deal, DEAL_SWAP)) +
         ",\"commission\":" + Money(HistoryDealGetDouble(deal, DEAL_COMMISSION)) +
         ",\"fee\":" + Money(HistoryDealGetDouble(deal, DEAL_FEE)) +
         ",\"sl\":" + Price(HistoryDealGetDouble(deal, DEAL_SL), digits) +
         ",\"tp\":" + Price(HistoryDealGetDouble(deal, DEAL_TP), digits) +
         ",\"magic\":" + JsonId(HistoryDealGetInteger(deal, DEAL_MAGIC)) +
         ",\"reason\":\"" + DealReasonName((ENUM_DEAL_REASON)HistoryDealGetInteger(deal, DEAL_REASON)) +
         "\",\"comment\":" + JsonText(HistoryDealGetString(deal, DEAL_COMMENT), 256) + "}";
}
