// Functions of MetaTrader 4 only. There are no names for balance and credit rows: OrderType() answers 6 and 7.
#pragma once
#pragma GCC system_header
#include "common.hpp"

#define __MQL4__ 1
#define __MQL__ 1
const int ERR_NO_ERROR = 0;
const int ERR_FUNCTION_NOT_CONFIRMED = 4060;
const int ERR_WEBREQUEST_INVALID_ADDRESS = 5200;
const int ERR_WEBREQUEST_CONNECT_FAILED = 5201;
const int ERR_WEBREQUEST_TIMEOUT = 5202;
const int ERR_WEBREQUEST_REQUEST_FAILED = 5203;
const int SELECT_BY_POS = 0;
const int SELECT_BY_TICKET = 1;
const int MODE_TRADES = 0;
const int MODE_HISTORY = 1;
const int MODE_POINT = 11;
const int MODE_DIGITS = 12;
const int OP_BUY = 0;
const int OP_SELL = 1;
const int OP_BUYLIMIT = 2;
const int OP_SELLLIMIT = 3;
const int OP_BUYSTOP = 4;
const int OP_SELLSTOP = 5;

enum ENUM_ACCOUNT_INFO_INTEGER { ACCOUNT_LOGIN, ACCOUNT_TRADE_MODE, ACCOUNT_LEVERAGE, ACCOUNT_LIMIT_ORDERS, ACCOUNT_TRADE_ALLOWED, ACCOUNT_TRADE_EXPERT };

namespace host {

// The rows of the tab "Account History", in an order of its own.
inline std::vector<size_t> shown;
inline deal_row order_now;
inline bool order_selected = false;

inline void show() {
  static long from = 0;
  long wanted = whole(setting("history.from"));
  if (!history_changed && from == wanted) return;
  from = wanted;
  history_changed = false;
  shown.clear();
  for (size_t i = 0; i < history.size(); i++)
    if (history[i].time >= from) shown.push_back(i);
  unsigned int state = static_cast<unsigned int>(shown.size()) * 2654435761u + 1;
  for (size_t i = shown.size(); i > 1; i--) {
    state = state * 1664525u + 1013904223u;
    std::swap(shown[i - 1], shown[(state >> 8) % i]);
  }
}
inline const deal_row &order() {
  if (!order_selected) fail("an order is read before one was selected");
  return order_now;
}

}  // namespace host

inline void TimeToStruct(datetime time, MqlDateTime &out) { host::fill_date(time, out); }
inline string StringTrimLeft(const string &text) {
  string copy = text;
  host::trim_left(copy);
  return copy;
}
inline string StringTrimRight(const string &text) {
  string copy = text;
  host::trim_right(copy);
  return copy;
}
inline long AccountInfoInteger(ENUM_ACCOUNT_INFO_INTEGER property) {
  static const char *const keys[] = {"login", "trade_mode", "leverage", "limit_orders", "trade_allowed", "trade_expert"};
  return host::whole(host::setting(keys[property]));
}
inline int AccountNumber() { return static_cast<int>(AccountInfoInteger(ACCOUNT_LOGIN)); }
inline double AccountBalance() { return AccountInfoDouble(ACCOUNT_BALANCE); }
inline double AccountEquity() { return AccountInfoDouble(ACCOUNT_EQUITY); }
inline double AccountCredit() { return AccountInfoDouble(ACCOUNT_CREDIT); }
inline double AccountProfit() { return AccountInfoDouble(ACCOUNT_PROFIT); }
inline double AccountMargin() { return AccountInfoDouble(ACCOUNT_MARGIN); }
inline double AccountFreeMargin() { return AccountInfoDouble(ACCOUNT_MARGIN_FREE); }
inline int AccountLeverage() { return static_cast<int>(AccountInfoInteger(ACCOUNT_LEVERAGE)); }
inline string AccountServer() { return AccountInfoString(ACCOUNT_SERVER); }
inline string AccountCompany() { return AccountInfoString(ACCOUNT_COMPANY); }
inline string AccountCurrency() { return AccountInfoString(ACCOUNT_CURRENCY); }
inline bool IsTesting() { return MQLInfoInteger(MQL_TESTER) != 0; }
inline bool IsConnected() { return TerminalInfoInteger(TERMINAL_CONNECTED) != 0; }
inline bool IsDemo() { return AccountInfoInteger(ACCOUNT_TRADE_MODE) == ACCOUNT_TRADE_MODE_DEMO; }
inline double MarketInfo(const string &name, int mode) {
  const host::symbol_row *row = host::known(name);
  return row == nullptr ? 0.0 : mode == MODE_DIGITS ? row->digits : mode == MODE_POINT ? row->point : 0.0;
}

// Positions and pending orders share one list.
inline int OrdersTotal() { return static_cast<int>(host::positions.size() + host::pendings.size()); }
inline int OrdersHistoryTotal() {
  host::called("OrdersHistoryTotal");
  host::show();
  return static_cast<int>(host::shown.size());
}
[[nodiscard]] inline bool OrderSelect(int index, int select, int pool = MODE_TRADES) {
  host::called("OrderSelect");
  host::show();
  const host::deal_row *found = nullptr;
  if (select == SELECT_BY_POS && pool == MODE_HISTORY) {
    if (index >= 0 && index < static_cast<int>(host::shown.size())) found = &host::history[host::shown[static_cast<size_t>(index)]];
  } else if (select == SELECT_BY_POS) {
    size_t i = static_cast<size_t>(index);
    if (index >= 0 && i < host::positions.size()) found = &host::positions[i];
    else if (index >= 0 && i < host::positions.size() + host::pendings.size()) found = &host::pendings[i - host::positions.size()];
  } else {
    for (const auto *rows : {&host::positions, &host::pendings})
      for (const host::deal_row &row : *rows)
        if (row.ticket == static_cast<ulong>(index)) found = &row;
    for (size_t i : host::shown)
      if (found == nullptr && host::history[i].ticket == static_cast<ulong>(index)) found = &host::history[i];
  }
  host::order_selected = found != nullptr;
  if (found == nullptr) host::failed(4051);
  else host::order_now = *found;
  return found != nullptr;
}
inline int OrderTicket() { return static_cast<int>(host::order().ticket); }
inline int OrderType() { return static_cast<int>(host::order().type); }
inline string OrderSymbol() { return host::made(host::order().symbol); }
inline double OrderLots() { return host::order().volume; }
inline datetime OrderOpenTime() { return host::order().open_time; }
inline double OrderOpenPrice() { return host::order().open_price; }
// 0 while the order is open; the close price of an open one is the current price.
inline datetime OrderCloseTime() { return host::order().time; }
inline double OrderClosePrice() { return host::order().price; }
inline double OrderStopLoss() { return host::order().sl; }
inline double OrderTakeProfit() { return host::order().tp; }
inline double OrderProfit() { return host::order().profit; }
inline double OrderSwap() { return host::order().swap; }
inline double OrderCommission() { return host::order().commission; }
inline int OrderMagicNumber() { return static_cast<int>(host::order().magic); }
inline string OrderComment() { return host::made(host::order().comment); }
inline datetime OrderExpiration() { return 0; }
