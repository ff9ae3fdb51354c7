// The functions that MQL4 and MQL5 share, with the signatures of the reference. An advisor has only these and those of mql4.hpp, mql5.hpp.
#pragma once
#pragma GCC system_header
#include "values.hpp"
#include "world.hpp"
#include <cmath>
#include <ctime>
#include <functional>
#include <limits>

const int INIT_SUCCEEDED = 0;
const int INIT_FAILED = 1;
const int INIT_PARAMETERS_INCORRECT = 32767;
const int REASON_PROGRAM = 0;
const int REASON_REMOVE = 1;
const int REASON_RECOMPILE = 2;
const int REASON_CHARTCHANGE = 3;
const int REASON_CHARTCLOSE = 4;
const int REASON_PARAMETERS = 5;
const int REASON_ACCOUNT = 6;
const int REASON_TEMPLATE = 7;
const int REASON_INITFAILED = 8;
const int REASON_CLOSE = 9;
const int TIME_DATE = 1;
const int TIME_MINUTES = 2;
const int TIME_SECONDS = 4;
const double EMPTY_VALUE = std::numeric_limits<double>::max();
const double DBL_MAX_MQL = std::numeric_limits<double>::max();
#define DBL_MAX DBL_MAX_MQL
#define INT_MAX 2147483647
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615UL
#define UINT_MAX 4294967295U

enum ENUM_ACCOUNT_INFO_DOUBLE { ACCOUNT_BALANCE, ACCOUNT_CREDIT, ACCOUNT_PROFIT, ACCOUNT_EQUITY, ACCOUNT_MARGIN, ACCOUNT_MARGIN_FREE, ACCOUNT_MARGIN_LEVEL };
enum ENUM_ACCOUNT_INFO_STRING { ACCOUNT_NAME, ACCOUNT_SERVER, ACCOUNT_CURRENCY, ACCOUNT_COMPANY };
enum ENUM_ACCOUNT_TRADE_MODE { ACCOUNT_TRADE_MODE_DEMO, ACCOUNT_TRADE_MODE_CONTEST, ACCOUNT_TRADE_MODE_REAL };
enum ENUM_TERMINAL_INFO_INTEGER { TERMINAL_BUILD, TERMINAL_CONNECTED, TERMINAL_TRADE_ALLOWED };
enum ENUM_TERMINAL_INFO_STRING { TERMINAL_NAME, TERMINAL_COMPANY, TERMINAL_LANGUAGE };
enum ENUM_MQL_INFO_INTEGER { MQL_TESTER, MQL_TRADE_ALLOWED };
enum ENUM_MQL_INFO_STRING { MQL_PROGRAM_NAME };
enum ENUM_SYMBOL_INFO_INTEGER { SYMBOL_DIGITS };
enum ENUM_SYMBOL_INFO_DOUBLE { SYMBOL_POINT, SYMBOL_BID, SYMBOL_ASK };

struct MqlDateTime {
  int year, mon, day, hour, min, sec, day_of_week, day_of_year;
};

namespace host {

// In MQL4 reading the last error clears it; in MQL5 it stays.
inline void failed(int code) { last_error = code; }

// An argument of Print, Comment or StringFormat. Reals without a format that sets their digits are refused.
struct argument {
  enum { text, number, real_number } kind;
  string value;
  long whole_value = 0;
  double real_value = 0;
  argument(const string &t) : kind(text), value(t) {}
  template <class T>
    requires std::is_integral_v<T>
  argument(T n) : kind(number), value(string(n)), whole_value(static_cast<long>(n)) {}
  argument(double d) : kind(real_number), real_value(d) {}
};

inline string joined(const std::vector<argument> &parts) {
  string all;
  for (const argument &part : parts) {
    if (part.kind == argument::real_number) fail("a double printed without DoubleToString");
    all += part.value;
  }
  return all;
}

inline string formatted(const string &format, const std::vector<argument> &parts) {
  bytes in = format.utf8(), out;
  size_t next = 0;
  for (size_t i = 0; i < in.size(); i++) {
    if (in[i] != '%') {
      out += in[i];
      continue;
    }
    if (i + 1 < in.size() && in[i + 1] == '%') {
      out += '%';
      i++;
      continue;
    }
    bytes spec = "%";
    for (i++; i < in.size() && strchr("0123456789.-+ #", in[i]) != nullptr; i++) spec += in[i];
    bool wide = in.compare(i, 3, "I64") == 0;
    if (wide) i += 3;
    if (i >= in.size() || next >= parts.size()) fail("StringFormat: more places than arguments in " + in);
    const argument &part = parts[next++];
    char kind = in[i];
    char buffer[512];
    if (kind == 's' && part.kind == argument::text) out += part.value.utf8();
    else if (strchr("duxX", kind) != nullptr && part.kind == argument::number) {
      if (!wide && (part.whole_value > 4294967295L || part.whole_value < -2147483648L)) fail("StringFormat: a long in a place for an int in " + in);
      // An int's place shows 32 bits: -1 is ffffffff.
      long shown = wide || kind == 'd' ? part.whole_value : part.whole_value & 0xFFFFFFFFL;
      snprintf(buffer, sizeof buffer, (spec + "l" + kind).c_str(), shown);
      out += buffer;
    } else if (strchr("feEgG", kind) != nullptr && part.kind == argument::real_number) {
      snprintf(buffer, sizeof buffer, (spec + kind).c_str(), part.real_value);
      out += buffer;
    } else fail("StringFormat: an argument of another kind than its place in " + in);
  }
  if (next != parts.size()) fail("StringFormat: more arguments than places in " + in);
  return made(out);
}

inline size_t clipped(const string &text, int position) { return static_cast<size_t>(position < 0 ? 0 : position) > text.s.size() ? text.s.size() : static_cast<size_t>(position < 0 ? 0 : position); }
inline bool blank(char16_t c) { return c == u' ' || (c >= 9 && c <= 13); }
inline int trim_left(string &text) {
  size_t n = 0;
  while (n < text.s.size() && blank(text.s[n])) n++;
  text.s.erase(0, n);
  return static_cast<int>(n);
}
inline int trim_right(string &text) {
  size_t n = 0;
  while (n < text.s.size() && blank(text.s[text.s.size() - 1 - n])) n++;
  text.s.erase(text.s.size() - n);
  return static_cast<int>(n);
}
inline void fill_date(datetime time, MqlDateTime &out) {
  time_t t = time;
  tm parts{};
  gmtime_r(&t, &parts);
  out = {parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_wday, parts.tm_yday};
}

// Inputs: the dialog's values, in the environment at the start and in messages when they change. The source sets their default.
inline void read_input(string &value, const bytes &text) { value = made(text); }
inline void read_input(bool &value, const bytes &text) { value = text == "true"; }
inline void read_input(double &value, const bytes &text) { value = real(text); }
template <class T>
void read_input(T &value, const bytes &text) { value = static_cast<T>(whole(text)); }
inline std::map<bytes, std::function<void(const bytes &)>> &inputs() {
  static std::map<bytes, std::function<void(const bytes &)>> all;
  return all;
}
template <class T>
const T &input(const char *name, const T &usual) {
  T *value = new T(usual);
  if (const char *chosen = getenv((bytes("INPUT_") + name).c_str())) read_input(*value, chosen);
  inputs()[name] = [value](const bytes &text) { read_input(*value, text); };
  return *value;
}

// The terminal may act while an advisor reads: scenarios name the function and the call.
inline void called(const char *name) {
  static std::map<bytes, long> counts;
  const bytes &watched = setting("watch.name");
  if (watched.empty() || watched != name) return;
  if (++counts[watched] == whole(setting("watch.count"))) {
    counts.clear();
    settings["watch.name"] = "";
    ask({"watched"});
  }
}

// A function that the test makes answer false.
inline bool failing(const bytes &name) {
  if (("," + setting("failing") + ",").find("," + name + ",") == bytes::npos) return false;
  failed(4000);
  return true;
}

}  // namespace host

// Text.
inline int StringLen(const string &text) { return static_cast<int>(text.s.size()); }
inline int StringFind(const string &text, const string &part, int start = 0) {
  size_t place = text.s.find(part.s, host::clipped(text, start));
  return place == std::u16string::npos ? -1 : static_cast<int>(place);
}
inline string StringSubstr(const string &text, int start, int length = -1) {
  if (start < 0 || start >= StringLen(text)) return host::made("");
  return string(text.s.substr(host::clipped(text, start), length < 0 ? std::u16string::npos : static_cast<size_t>(length)));
}
inline int StringReplace(string &text, const string &old, const string &fresh) {
  if (old.s.empty()) return 0;
  int count = 0;
  for (size_t at = 0; (at = text.s.find(old.s, at)) != std::u16string::npos; at += fresh.s.size(), count++) text.s.replace(at, old.s.size(), fresh.s);
  return count;
}
inline bool StringToLower(string &text) {
  for (char16_t &c : text.s)
    if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7)) c = static_cast<char16_t>(c + 32);
  return true;
}
inline bool StringToUpper(string &text) {
  for (char16_t &c : text.s)
    if ((c >= 'a' && c <= 'z') || (c >= 0xE0 && c <= 0xFE && c != 0xF7)) c = static_cast<char16_t>(c - 32);
  return true;
}
inline ushort StringGetCharacter(const string &text, int position) {
  if (position < 0 || position >= StringLen(text)) return 0;
  return text.s[static_cast<size_t>(position)];
}
inline bool StringSetCharacter(string &text, int position, ushort c) {
  if (position < 0 || position > StringLen(text)) return false;
  if (position == StringLen(text)) text.s += static_cast<char16_t>(c);
  else text.s[static_cast<size_t>(position)] = static_cast<char16_t>(c);
  return true;
}
inline int StringSplit(const string &text, const ushort separator, array<string> &parts) {
  parts.resize(0);
  if (text.s.empty()) return 0;
  for (size_t from = 0;;) {
    size_t to = text.s.find(static_cast<char16_t>(separator), from);
    parts.resize(parts.size() + 1);
    parts[parts.size() - 1] = string(text.s.substr(from, to == std::u16string::npos ? to : to - from));
    if (to == std::u16string::npos) return parts.size();
    from = to + 1;
  }
}
inline int StringCompare(const string &a, const string &b, const bool case_sensitive = true) {
  string x = a, y = b;
  if (!case_sensitive) StringToLower(x), StringToLower(y);
  return x.s < y.s ? -1 : x.s > y.s ? 1 : 0;
}
inline bool StringAdd(string &text, const string &more) {
  text += more;
  return true;
}
inline string ShortToString(ushort code) { return string(std::u16string(1, static_cast<char16_t>(code))); }
inline string CharToString(uchar code) { return string(host::unansi(host::bytes(1, static_cast<char>(code)))); }
inline string IntegerToString(long number, int length = 0, ushort fill = ' ') {
  string text(number);
  while (StringLen(text) < length) text.s.insert(text.s.begin(), static_cast<char16_t>(fill));
  return text;
}
inline string DoubleToString(double value, int digits = 8) {
  char buffer[400];
  if (std::isnan(value)) return host::made("nan");
  if (std::isinf(value)) return host::made(value > 0 ? "inf" : "-inf");
  if (digits < 0) snprintf(buffer, sizeof buffer, "%.*e", -digits > 16 ? 16 : -digits, value);
  else {
    // Rounds halves away from zero like the terminal, not to the even digit of the binary value.
    int places = digits > 16 ? 16 : digits;
    double scale = std::pow(10.0, places);
    double moved = std::fabs(value) < 1e15 / scale ? std::round(value * scale) / scale : value;
    snprintf(buffer, sizeof buffer, "%.*f", places, moved);
  }
  return host::made(buffer);
}
inline long StringToInteger(const string &text) { return strtol(text.utf8().c_str(), nullptr, 10); }
inline double StringToDouble(const string &text) {
  host::bytes plain = text.utf8();
  size_t end = plain.find_first_not_of(" +-.0123456789eE");
  return strtod(plain.substr(0, end).c_str(), nullptr);
}
template <class... T>
string StringFormat(const string &format, const T &...parts) {
  return host::formatted(format, {host::argument(parts)...});
}
template <class T>
  requires std::is_same_v<T, char> || std::is_same_v<T, uchar>
int StringToCharArray(const string &text, array<T> &out, int start = 0, int count = -1, unsigned int codepage = CP_ACP) {
  host::bytes in = codepage == CP_UTF8 ? text.utf8() : host::ansi(text.s);
  in += '\0';
  int length = count < 0 || count > static_cast<int>(in.size()) ? static_cast<int>(in.size()) : count;
  if (!out.is_fixed() && out.size() < start + length) out.resize(start + length);
  for (int i = 0; i < length; i++) out[start + i] = static_cast<T>(in[static_cast<size_t>(i)]);
  return length;
}
template <class T>
  requires std::is_same_v<T, char> || std::is_same_v<T, uchar>
string CharArrayToString(const array<T> &in, int start = 0, int count = -1, unsigned int codepage = CP_ACP) {
  host::bytes text;
  int end = count < 0 || start + count > in.size() ? in.size() : start + count;
  for (int i = start; i < end && in[i] != 0; i++) text += static_cast<char>(in[i]);
  return codepage == CP_UTF8 ? host::made(text) : string(host::unansi(text));
}

// Arrays.
template <class T>
int ArraySize(const array<T> &a) { return a.size(); }
template <class T>
int ArrayResize(array<T> &a, const int size, const int reserve = 0) { return a.resize(size, reserve); }
template <class T>
void ArrayFree(array<T> &a) { if (!a.is_fixed()) a.resize(0); }
template <class T>
bool ArrayIsDynamic(const array<T> &a) { return !a.is_fixed(); }
template <class T>
bool ArraySwap(array<T> &a, array<T> &b) { a.swap(b); return true; }
template <class T, class U>
int ArrayInitialize(array<T> &a, U value) {
  for (int i = 0; i < a.size(); i++) a[i] = static_cast<T>(value);
  return a.size();
}
template <class T>
int ArrayCopy(array<T> &to, const array<T> &from, int to_start = 0, int from_start = 0, int count = WHOLE_ARRAY) {
  int length = count < 0 || from_start + count > from.size() ? from.size() - from_start : count;
  if (length <= 0) return 0;
  if (!to.is_fixed() && to.size() < to_start + length) to.resize(to_start + length);
  std::vector<T> kept;
  for (int i = 0; i < length; i++) kept.push_back(from[from_start + i]);
  for (int i = 0; i < length; i++) to[to_start + i] = kept[static_cast<size_t>(i)];
  return length;
}
template <class T>
  requires std::is_arithmetic_v<T>
bool ArraySort(array<T> &a) { std::sort(a.begin(), a.end()); return true; }
template <class T>
void ZeroMemory(T &value) { value = T(); }

// Numbers.
template <class A, class B>
  requires std::is_arithmetic_v<A> && std::is_arithmetic_v<B>
std::common_type_t<A, B> MathMax(A a, B b) { return a > b ? a : b; }
template <class A, class B>
  requires std::is_arithmetic_v<A> && std::is_arithmetic_v<B>
std::common_type_t<A, B> MathMin(A a, B b) { return a < b ? a : b; }
template <class T>
  requires std::is_arithmetic_v<T>
T MathAbs(T a) { return a < 0 ? -a : a; }
inline double MathRound(double a) { return std::round(a); }
inline double MathFloor(double a) { return std::floor(a); }
inline double MathCeil(double a) { return std::ceil(a); }
inline double MathPow(double a, double b) { return std::pow(a, b); }
inline double MathSqrt(double a) { return std::sqrt(a); }
inline double MathMod(double a, double b) { return std::fmod(a, b); }
inline double MathLog(double a) { return std::log(a); }
inline double MathLog10(double a) { return std::log10(a); }
inline bool MathIsValidNumber(double a) { return std::isfinite(a); }
inline double NormalizeDouble(double value, int digits) {
  double scale = std::pow(10.0, digits);
  return std::round(value * scale) / scale;
}
namespace host { inline unsigned int random_state = 1; }
inline void MathSrand(int seed) { host::random_state = static_cast<unsigned int>(seed); }
inline int MathRand() {
  host::random_state = host::random_state * 214013u + 2531011u;
  return static_cast<int>(host::random_state >> 16 & 0x7FFF);
}

// Time.
inline datetime TimeCurrent() { return host::quote / 1000; }
inline datetime TimeGMT() { return host::gmt / 1000; }
inline datetime TimeLocal() { return host::gmt / 1000 + host::zone; }
inline int TimeGMTOffset() { return static_cast<int>(-host::zone); }
inline uint GetTickCount() { return static_cast<uint>(host::ticks); }
inline ulong GetMicrosecondCount() { return static_cast<ulong>(host::ticks) * 1000; }
inline void Sleep(int milliseconds) {
  if (milliseconds < 0) return;
  host::pass(milliseconds);
}
inline string TimeToString(datetime value, int mode = TIME_DATE | TIME_MINUTES) {
  MqlDateTime t;
  host::fill_date(value, t);
  char date[32] = "", time[32] = "";
  if (mode & TIME_DATE) snprintf(date, sizeof date, "%04d.%02d.%02d", t.year, t.mon, t.day);
  if (mode & TIME_SECONDS) snprintf(time, sizeof time, "%02d:%02d:%02d", t.hour, t.min, t.sec);
  else if (mode & TIME_MINUTES) snprintf(time, sizeof time, "%02d:%02d", t.hour, t.min);
  return host::made(host::bytes(date) + (*date && *time ? " " : "") + time);
}
inline datetime StringToTime(const string &text) {
  tm t{};
  if (sscanf(text.utf8().c_str(), "%d.%d.%d %d:%d:%d", &t.tm_year, &t.tm_mon, &t.tm_mday, &t.tm_hour, &t.tm_min, &t.tm_sec) < 3) return 0;
  t.tm_year -= 1900;
  t.tm_mon -= 1;
  return timegm(&t);
}
inline bool EventSetTimer(int seconds) {
  if (seconds <= 0 || host::failing("EventSetTimer")) return false;
  host::timer_period = seconds * 1000L;
  host::timer_due = host::true_now + host::timer_period;
  return true;
}
inline bool EventSetMillisecondTimer(int milliseconds) {
  if (milliseconds <= 0) return false;
  host::timer_period = milliseconds;
  host::timer_due = host::true_now + host::timer_period;
  return true;
}
inline void EventKillTimer() { host::timer_period = 0; }

// Terminal, account, symbols.
inline void ResetLastError() { host::last_error = 0; }
inline int GetLastError() {
  int code = host::last_error;
  if (host::setting("platform") == "MT4") host::last_error = 0;
  return code;
}
#define _LastError (+::host::last_error)
inline bool IsStopped() { return false; }
inline int UninitializeReason() { return static_cast<int>(host::whole(host::setting("reason"))); }
inline void ExpertRemove() { host::removed = true; }
inline long ChartID() { return host::whole(host::setting("chart")); }
inline void ChartRedraw(long = 0) {}
inline string Symbol() { return host::made("EURUSD"); }
#define _Symbol Symbol()
template <class... T>
void Comment(const T &...parts) { host::chart_text = host::joined({host::argument(parts)...}).utf8(); }
template <class... T>
void Print(const T &...parts) { host::send({"print", host::joined({host::argument(parts)...}).utf8()}); }
template <class... T>
void Alert(const T &...parts) { host::send({"print", "Alert: " + host::joined({host::argument(parts)...}).utf8()}); }
template <class... T>
void PrintFormat(const string &format, const T &...parts) { host::send({"print", StringFormat(format, parts...).utf8()}); }
inline double AccountInfoDouble(ENUM_ACCOUNT_INFO_DOUBLE property) {
  static const char *const keys[] = {"balance", "credit", "floating", "equity", "margin", "free", "level"};
  if (property == ACCOUNT_BALANCE) host::called("AccountInfoDouble(ACCOUNT_BALANCE)");
  return host::real(host::setting(keys[property]));
}
inline string AccountInfoString(ENUM_ACCOUNT_INFO_STRING property) {
  static const char *const keys[] = {"name", "server", "currency", "company"};
  return host::made(host::setting(keys[property]));
}
inline int TerminalInfoInteger(ENUM_TERMINAL_INFO_INTEGER property) {
  static const char *const keys[] = {"build", "connected", "terminal_trade"};
  return static_cast<int>(host::whole(host::setting(keys[property])));
}
inline string TerminalInfoString(ENUM_TERMINAL_INFO_STRING property) {
  static const char *const keys[] = {"terminal_name", "terminal_company", "language"};
  return host::made(host::setting(keys[property]));
}
inline int MQLInfoInteger(ENUM_MQL_INFO_INTEGER property) { return static_cast<int>(host::whole(host::setting(property == MQL_TESTER ? "tester" : "terminal_trade"))); }
inline string MQLInfoString(ENUM_MQL_INFO_STRING) { return host::made("TopTrader"); }
namespace host {
inline const symbol_row *known(const string &name) {
  auto place = symbols.find(name.utf8());
  if (place != symbols.end()) return &place->second;
  failed(setting("platform") == "MT4" ? 4106 : 4301);
  return nullptr;
}
inline double price(const symbol_row &row, ENUM_SYMBOL_INFO_DOUBLE property) { return property == SYMBOL_POINT ? row.point : property == SYMBOL_BID ? row.bid : row.ask; }
}  // namespace host
inline long SymbolInfoInteger(const string &name, ENUM_SYMBOL_INFO_INTEGER) {
  const host::symbol_row *row = host::known(name);
  return row == nullptr ? 0 : row->digits;
}
inline bool SymbolInfoInteger(const string &name, ENUM_SYMBOL_INFO_INTEGER, long &value) {
  const host::symbol_row *row = host::known(name);
  if (row != nullptr) value = row->digits;
  return row != nullptr;
}
inline double SymbolInfoDouble(const string &name, ENUM_SYMBOL_INFO_DOUBLE property) {
  const host::symbol_row *row = host::known(name);
  return row == nullptr ? 0.0 : host::price(*row, property);
}

// The terminal's global variables: names of at most 63 characters, doubles. The terminal stores them; changes go back with the next
// message.
namespace host {
inline const bytes &global_name(const string &name) {
  static bytes text;
  if (name.s.size() > 63) fail("the name of a terminal's global variable is longer than 63 characters");
  text = name.utf8();
  return text;
}
inline const global_row *global(const string &name) {
  auto place = globals.find(global_name(name));
  return place == globals.end() ? nullptr : &place->second;
}
}  // namespace host
inline bool GlobalVariableCheck(const string &name) { return host::global(name) != nullptr; }
inline double GlobalVariableGet(const string &name) { return GlobalVariableCheck(name) ? host::global(name)->value : 0.0; }
inline bool GlobalVariableGet(const string &name, double &value) {
  if (!GlobalVariableCheck(name)) return false;
  value = GlobalVariableGet(name);
  return true;
}
inline datetime GlobalVariableSet(const string &name, double value) {
  host::global_row &row = host::globals[host::global_name(name)];
  row.value = value;
  return row.time = host::gmt / 1000;
}
inline bool GlobalVariableTemp(const string &name) {
  if (GlobalVariableCheck(name)) return false;
  host::globals[host::global_name(name)] = {0.0, host::gmt / 1000, true};
  return true;
}
inline bool GlobalVariableDel(const string &name) { return host::globals.erase(host::global_name(name)) > 0; }
inline datetime GlobalVariableTime(const string &name) { return GlobalVariableCheck(name) ? host::global(name)->time : 0; }
inline bool GlobalVariableSetOnCondition(const string &name, double value, double check) {
  if (!GlobalVariableCheck(name) || host::global(name)->value != check) return false;
  return GlobalVariableSet(name, value) > 0;
}

// Requests.
template <class T, class U>
  requires(std::is_same_v<T, char> || std::is_same_v<T, uchar>) && (std::is_same_v<U, char> || std::is_same_v<U, uchar>)
int WebRequest(const string &method, const string &url, const string &headers, int timeout, const array<T> &data, array<U> &result, string &result_headers) {
  host::bytes body;
  for (int i = 0; i < data.size(); i++) body += static_cast<char>(data[i]);
  host::show_changes();
  host::requests++;
  // status, error, elapsed milliseconds, headers, body
  host::message m = host::reply(
      {"request", std::to_string(host::true_now), host::handler, method.utf8(), url.utf8(), headers.utf8(), std::to_string(timeout), body}, "response");
  host::pass(host::whole(m[3]));
  if (m[2] != "0") host::failed(static_cast<int>(host::whole(m[2])));
  const host::bytes &came = m[5];
  // The result array grows where it is too small and never shrinks: its old tail stays.
  if (result.size() < static_cast<int>(came.size())) result.resize(static_cast<int>(came.size()));
  for (size_t i = 0; i < came.size(); i++) result[static_cast<long>(i)] = static_cast<U>(came[i]);
  result_headers = host::made(m[4]);
  return static_cast<int>(host::whole(m[1]));
}
template <class T, class U>
int WebRequest(const string &method, const string &url, const string &cookie, const string &referer, int timeout, const array<T> &data, int size, array<U> &result, string &result_headers) {
  array<T> sent;
  ArrayCopy(sent, data, 0, 0, size);
  return WebRequest(method, url, MQL_LITERAL("Cookie: ") + cookie + MQL_LITERAL("\r\nReferer: ") + referer, timeout, sent, result, result_headers);
}
